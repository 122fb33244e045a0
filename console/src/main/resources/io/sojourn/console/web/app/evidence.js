// SPDX-License-Identifier: Apache-2.0
// The numbers behind a finding, and what happened to the queue's settings.

import { el, none, shape } from './dom.js';
import { measure, percent, rate, size, time, timeAndZone, verdictWord, word } from './format.js';

export function evidenceTable(caption, evidence) {
  if (!evidence.length) return el('p', { class: 'muted' }, 'The finding names no numbers.');
  return el('table', { class: 'plain' }, el('caption', { class: 'sr' }, caption),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Measure'), el('th', { scope: 'col', class: 'num' }, 'Value'), el('th', { scope: 'col' }, 'Of what'))),
    el('tbody', {}, ...evidence.map((m) => {
      const { name, value } = measure(m.name, m.value);
      return el('tr', {}, el('th', { scope: 'row', title: m.name }, name), el('td', { class: 'num' }, value), el('td', { class: 'muted' }, m.base));
    })));
}

/** What a policer lets through, as it was estimated. */
export function policerLine(policer) {
  const depth = (policer.refilled ? '' : 'at least ') + size(policer.bucketBytes);
  return el('p', {}, 'Policer: ', el('b', {}, rate(policer.rateBitsPerSecond)), ', bucket ', el('b', {}, depth),
    policer.refilled ? '' : el('span', { class: 'muted' }, ' (never seen to drain from full)'));
}

export const OUTCOME_SHAPES = { APPLIED: 'FINE', REFUSED: 'TROUBLE', REVERTED: 'LOOK' };

export function outcome(applied) {
  const kind = OUTCOME_SHAPES[applied.outcome];
  return el('span', { class: `verdict ${kind}` }, shape(kind), word(applied.outcome));
}

export function history(findings, applied) {
  const entries = [
    ...findings.map((f) => ({
      at: f.sinceMillis,
      item: el('li', {}, el('span', { class: 'muted' }, time(f.sinceMillis) + ' '), el('b', {}, verdictWord(f.cause)),
        f.state === 'CLOSED' ? ` until ${time(f.observedMillis)}` : ' (open)', `, confidence ${percent(f.confidence)}`),
    })),
    ...applied.map((a) => ({
      at: a.atMillis,
      item: el('li', {}, el('span', { class: 'muted', title: timeAndZone(a.atMillis) }, time(a.atMillis) + ' '), outcome(a),
        ` revision ${a.revision}`, a.reason ? el('span', { class: 'muted' }, ': ' + a.reason) : ''),
    })),
  ].sort((a, b) => b.at - a.at).slice(0, 20);
  return entries.length ? el('ul', { class: 'log' }, ...entries.map((entry) => entry.item)) : el('p', {}, none('nothing yet'));
}
