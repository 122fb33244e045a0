// SPDX-License-Identifier: Apache-2.0
// The table of queues: worst first until a header is clicked; one row has the focus, arrows move it, Enter opens it.

import { el, none, shape } from './dom.js';
import { count, dayOf, micros, percent, rate, span, time, timeAndZone, timeOfDay, verdictWord } from './format.js';

/** A live queue whose newest window is older than this many window sizes, and 30 s, is stale. */
const STALE_WINDOWS = 3;
const STALE_LEAST_MILLIS = 30000;

export function delayOf(window) {
  if (!window) return null;
  if (window.rtt) return { kind: 'RTT', ...window.rtt };
  return window.sojourn ? { kind: 'sojourn', ...window.sojourn } : null;
}

const byHarm = (a, b) => b.urgencyRank - a.urgencyRank || (b.harm ?? -1) - (a.harm ?? -1) || a.key.localeCompare(b.key);
const byNumber = (value) => (a, b) => (value(b) ?? -Infinity) - (value(a) ?? -Infinity) || byHarm(a, b);

const COLUMNS = [
  { name: 'Verdict', order: byHarm },
  { name: 'Queue', order: (a, b) => a.key.localeCompare(b.key) },
  { name: 'Use of rate', number: true, order: byNumber((row) => row.window?.utilisationRatio) },
  { name: 'Delay', note: 'p95 of the round-trip time, or of the time in the queue where none was seen; p50 or mean where too few were seen for that', number: true, order: byNumber((row) => delayOf(row.window)?.shownMicros) },
  { name: 'Dropped', number: true, order: byNumber((row) => row.window?.dropRatio) },
  { name: 'As of', number: true, order: byNumber((row) => row.asOfMillis) },
];

export function verdictChip(row) {
  return el('span', { class: `verdict ${row.urgency}` }, shape(row.urgency), row.verdictKnown ? verdictWord(row.verdict) : 'Not known');
}

function two(main, sub, title) {
  return [el('span', { class: 'main', title }, main ?? none()), el('span', { class: 'sub', title }, sub ?? '')];
}

/** The newest second, which may still change; without one, the newest window. */
function rateLine(window, now) {
  if (!now) return window ? rate(window.throughputMeanBitsPerSecond) : null;
  return `${now.stage === 'EARLY' ? 'so far' : 'now'} ${rate(now.throughputMeanBitsPerSecond) ?? 'no data'}`;
}

function useCell(window, now) {
  const title = now ? `second from ${timeAndZone(now.startMillis)}${now.stage === 'EARLY' ? ', so far' : ''}` : null;
  if (!window || window.utilisationRatio === null) return two(null, rateLine(window, now), title);
  const ratio = window.utilisationRatio;
  const fill = el('i', { class: ratio >= 0.95 ? 'full' : ratio >= 0.85 ? 'hot' : '' });
  fill.style.width = Math.min(100, ratio * 100) + '%';
  return [...two(percent(ratio), rateLine(window, now), title), el('div', { class: 'use', 'aria-hidden': 'true' }, fill)];
}

function delayCell(window) {
  const delay = delayOf(window);
  if (!delay) return two(null);
  return two(micros(delay.shownMicros), `${delay.kind} ${delay.shownAs}`, `${delay.kind} ${delay.shownAs} of ${count(delay.count)} values`);
}

const CAUSES = [['policed', 'policed'], ['tail', 'tail'], ['aqm', 'AQM'], ['limit', 'limit']];

export function dropText(window) {
  const parts = CAUSES.filter(([key]) => window.drops[key] > 0);
  return parts.map(([key, name]) => `${count(window.drops[key])} ${name}`).join(', ');
}

function dropCell(window) {
  if (!window || window.dropRatio === null) return two(null);
  const base = `of ${count(window.offeredPackets)} packets`;
  return two(percent(window.dropRatio), dropText(window) || 'of ' + count(window.offeredPackets), `${dropText(window) || 'none'}, ${base}`);
}

export function staleness(row, nowMillis) {
  if (row.asOfMillis === null || row.window.clocking !== 'LIVE') return null;
  const age = nowMillis - row.asOfMillis;
  return age > Math.max(STALE_LEAST_MILLIS, STALE_WINDOWS * row.window.sizeMillis) ? age : null;
}

function asOfCell(row, nowMillis) {
  if (row.asOfMillis === null) return two(null);
  const age = staleness(row, nowMillis);
  const sub = age !== null ? el('span', { class: 'tag warn' }, `stale ${span(age)}`)
    : row.window.clocking === 'RECORDED' ? el('span', { class: 'tag' }, 'recorded') : '';
  const today = dayOf(row.asOfMillis) === dayOf(nowMillis);
  return two(today ? timeOfDay(row.asOfMillis) : dayOf(row.asOfMillis), sub, timeAndZone(row.asOfMillis));
}

function fill(tr, row, nowMillis) {
  const proposal = row.proposals ? el('span', { class: 'tag todo' }, row.proposals === 1 ? 'proposal' : `${row.proposals} proposals`) : '';
  const also = row.also ? 'also ' + verdictWord(row.also).toLowerCase() : '';
  tr.replaceChildren(
    el('td', {}, verdictChip(row), el('span', { class: 'sub', title: row.summary }, proposal || also)),
    el('td', {}, ...two(row.queue, row.node, row.key)),
    el('td', { class: 'num', 'data-cell': 'use' }, ...useCell(row.window, row.now)),
    el('td', { class: 'num' }, ...delayCell(row.window)),
    el('td', { class: 'num' }, ...dropCell(row.window)),
    el('td', { class: 'num' }, ...asOfCell(row, nowMillis)),
  );
}

/** parts: {head, body, empty, count, asOf, search}; onOpen(key). */
export function queueTable(parts, onOpen) {
  const lines = new Map();
  let column = 0;
  let reversed = false;
  let rows = [];
  let selected = null;
  let source = '';
  let nowMillis = () => Date.now();

  function drawHead() {
    parts.head.replaceChildren(...COLUMNS.map((c, i) => el('th', {
      scope: 'col', class: c.number ? 'num' : null, 'aria-sort': i === column ? (reversed ? 'ascending' : 'descending') : null,
    }, el('button', { type: 'button', title: i === 0 ? 'Worst first' : c.note ?? 'Sort', onclick: () => sortBy(i) },
      c.name + (i === column ? (reversed ? ' ▲' : ' ▼') : '')))));
  }

  function sortBy(i) {
    reversed = i === column && !reversed;
    column = i;
    drawHead();
    draw();
    parts.head.children[i].firstChild.focus();
  }

  function shown() {
    const wanted = parts.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row) => wanted.every((w) => `${row.key} ${verdictWord(row.verdict)}`.toLowerCase().includes(w));
    const order = COLUMNS[column].order;
    return rows.filter(fits).sort((a, b) => (reversed ? -1 : 1) * order(a, b));
  }

  function line(row) {
    let found = lines.get(row.key);
    if (!found) {
      const tr = el('tr', { tabindex: '-1', 'data-key': row.key, onclick: () => onOpen(row.key), onfocus: () => rove(tr) });
      found = { tr, text: '' };
      lines.set(row.key, found);
    }
    const text = JSON.stringify(row) + staleness(row, nowMillis());
    if (found.text !== text) fill(found.tr, row, nowMillis());
    found.text = text;
    found.tr.setAttribute('aria-selected', String(row.key === selected));
    return found.tr;
  }

  function rove(tr) {
    [...parts.body.children].forEach((other) => { other.tabIndex = other === tr ? 0 : -1; });
  }

  function draw() {
    const visible = shown();
    const trs = visible.map(line);
    const focused = parts.body.contains(document.activeElement) ? document.activeElement : null;
    if (trs.length !== parts.body.children.length || trs.some((tr, i) => parts.body.children[i] !== tr)) {
      parts.body.replaceChildren(...trs);
      if (focused?.isConnected) focused.focus({ preventScroll: true });
    }
    if (!trs.some((tr) => tr.tabIndex === 0) && trs.length) trs[0].tabIndex = 0;
    parts.empty.hidden = trs.length > 0;
    parts.empty.textContent = rows.length ? 'No queue fits the search.' : 'No queue has been seen yet. Start a node or a collector, or replay a recording.';
    parts.count.textContent = visible.length === rows.length ? `${rows.length} queues` : `${visible.length} of ${rows.length} queues`;
    const newest = Math.max(...rows.map((row) => row.asOfMillis ?? -Infinity));
    parts.asOf.textContent = (Number.isFinite(newest) ? 'newest window ends ' + time(newest) : '') + source;
  }

  parts.body.addEventListener('keydown', (event) => {
    const trs = [...parts.body.children];
    const at = trs.indexOf(document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: trs.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      trs[Math.max(0, Math.min(trs.length - 1, target))]?.focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && at >= 0) {
      event.preventDefault();
      onOpen(trs[at].dataset.key);
    }
  });
  parts.search.addEventListener('input', draw);
  drawHead();
  return {
    show(newRows, chosen, clock) {
      rows = newRows;
      selected = chosen;
      nowMillis = clock;
      for (const key of lines.keys()) if (!rows.some((row) => row.key === key)) lines.delete(key);
      draw();
    },
    /** Where the figures come from, said below the table. */
    from(sources) {
      source = sources.live.fine ? ', live' : `, from the store alone: ${sources.live.detail}`;
    },
    first: () => shown()[0]?.key ?? null,
    focus: () => (parts.body.querySelector('tr[tabindex="0"]') ?? parts.search).focus(),
  };
}
