// SPDX-License-Identifier: Apache-2.0
// Numbers and times as people read them. Null stays null: the caller says "no data".

const known = (value) => value !== null && value !== undefined && Number.isFinite(value);

function scaled(value, steps) {
  for (const [factor, unit] of steps) {
    if (Math.abs(value) >= factor) return digits(value / factor) + '\u00a0' + unit;
  }
  return digits(value) + '\u00a0' + steps[steps.length - 1][1];
}

/** Three figures, no more: the sketch behind a percentile is good to 1 %. */
export function digits(value) {
  const size = Math.abs(value);
  const places = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return String(Number(value.toFixed(places)));
}

export const rate = (bits) => known(bits) ? scaled(bits, [[1e9, 'Gbit/s'], [1e6, 'Mbit/s'], [1e3, 'kbit/s'], [1, 'bit/s']]) : null;
export const size = (bytes) => known(bytes) ? scaled(bytes, [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB'], [1, 'B']]) : null;
export const millis = (value) => known(value) ? digits(value) + '\u00a0ms' : null;
export const micros = (value) => known(value) ? millis(value / 1000) : null;
/** Null stays null: null / 1000 would be 0. */
export const toMillis = (value) => known(value) ? value / 1000 : null;
export const percent = (ratio) => known(ratio) ? digits(ratio * 100) + '\u00a0%' : null;
export const count = (value) => known(value) ? Math.round(value).toLocaleString('en').replaceAll(',', '\u202f') : null;
export const perSecond = (value) => known(value) ? digits(value) + '\u00a0p/s' : null;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const zoned = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
});

/** Time of day; with its day when that is not today. The zone stands in the head of the page. */
export function time(millisSinceEpoch) {
  const at = new Date(millisSinceEpoch);
  return day.format(at) === day.format(new Date()) ? clock.format(at) : day.format(at) + ' ' + clock.format(at);
}
export const timeOfDay = (millisSinceEpoch) => clock.format(new Date(millisSinceEpoch));
export const dayOf = (millisSinceEpoch) => day.format(new Date(millisSinceEpoch));
export const timeAndZone = (millisSinceEpoch) => zoned.format(new Date(millisSinceEpoch));
export function zone() {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' }).formatToParts(new Date())
    .find((part) => part.type === 'timeZoneName').value.replace('GMT', 'UTC').replace('+00:00', '');
  return options.timeZone === offset ? offset : options.timeZone + ' (' + offset + ')';
}
export function span(ms) {
  const s = Math.round(Math.abs(ms) / 1000);
  if (s < 90) return s + '\u00a0s';
  if (s < 5400) return Math.round(s / 60) + '\u00a0min';
  return s < 172800 ? Math.round(s / 3600) + '\u00a0h' : Math.round(s / 86400) + '\u00a0days';
}

/** SCREAMING_CASE as a person writes it. */
const WORDS = { CODEL: 'CoDel', FQ_CODEL: 'FQ-CoDel', FIFO: 'FIFO', RED: 'RED', WRED: 'WRED', PIE: 'PIE', DUALPI2: 'DualPI2',
  SFQ: 'SFQ', WFQ: 'WFQ', CAKE: 'CAKE', IP: 'IP length', ETHERNET: 'Ethernet length', ON_WIRE: 'length on the wire' };
export function word(constant) {
  if (!constant) return null;
  return WORDS[constant] ?? constant[0] + constant.slice(1).toLowerCase().replaceAll('_', ' ');
}
export const verdictWord = (cause) => cause === null || cause === undefined ? 'No verdict yet'
  : cause === 'INSUFFICIENT' ? 'Not enough data' : word(cause);

const SUFFIXES = [['BitsPerSecond', rate], ['Millis', millis], ['Micros', micros], ['Ratio', percent], ['Bytes', size],
  ['Seconds', (value) => digits(value) + '\u00a0s'], ['Packets', (value) => count(value) + '\u00a0packets']];

/** A measure's name carries its unit: rttP50Millis is "RTT p50", in ms. */
export function measure(name, value) {
  const [suffix, write] = SUFFIXES.find(([end]) => name.endsWith(end)) ?? ['', digits];
  const stem = suffix === 'Ratio' ? name : name.slice(0, name.length - suffix.length) || name;
  const words = stem.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
    .replace(/\brtt\b/g, 'RTT').replace(/\budp\b/g, 'UDP').replace(/\btcp\b/g, 'TCP').replace(/\becn\b/g, 'ECN');
  return { name: words[0].toUpperCase() + words.slice(1), value: write(value) };
}

/** From how many values on a percentile stands; the server leaves it out below that. */
const STANDS_FROM = [['p50', 20], ['p95', 200], ['p99', 1000]];

/** "RTT p50 / p95" and "24 ms / 31 ms of 340, p99 needs 1 000": what stands, of how many values, and what the next one needs. */
export function percentiles(delay) {
  const there = STANDS_FROM.filter(([name]) => known(delay[name + 'Micros']));
  const next = STANDS_FROM.find(([name]) => !known(delay[name + 'Micros']));
  const values = there.length ? there.map(([name]) => micros(delay[name + 'Micros'])) : [micros(delay.meanMicros)];
  return {
    name: `${delay.kind} ${there.map(([name]) => name).join(' / ') || 'mean'}`,
    value: `${values.join(' / ')} of ${count(delay.count)}${next ? `, ${next[0]} needs ${count(next[1])}` : ''}`,
  };
}
