// SPDX-License-Identifier: Apache-2.0
// Four numbers over the table: is anything wrong, how bad, and does anything wait for me?

import { el } from './dom.js';
import { digits, percent, verdictWord } from './format.js';

function tile(label, big, note, mood = '') {
  return el('dl', { class: 'tile ' + mood }, el('dt', {}, label), el('dd', { class: 'big' }, big), el('dd', { class: 'note', title: note }, note));
}

function worst(rows, value) {
  return rows.filter((row) => value(row) !== null && value(row) !== undefined).sort((a, b) => value(b) - value(a))[0];
}

export function renderTiles(host, rows) {
  const trouble = rows.filter((row) => row.urgency === 'TROUBLE' || row.urgency === 'LOOK');
  const kinds = new Map();
  trouble.forEach((row) => kinds.set(row.verdict, (kinds.get(row.verdict) ?? 0) + 1));
  const kindsText = [...kinds].map(([cause, n]) => `${n} ${verdictWord(cause).toLowerCase()}`).join(', ');
  const delay = worst(rows, (row) => row.addedDelayMillis);
  const loss = worst(rows, (row) => row.window?.dropRatio);
  const proposals = rows.reduce((sum, row) => sum + row.proposals, 0);
  host.replaceChildren(
    tile('Queues in trouble', `${trouble.length} of ${rows.length}`, kindsText || 'nothing to do', trouble.length ? 'bad' : 'good'),
    tile('Worst added delay', delay ? digits(delay.addedDelayMillis) + ' ms' : 'no data', delay ? delay.key : 'above its base'),
    tile('Worst drop ratio', loss ? percent(loss.window.dropRatio) : 'no data', loss ? loss.key : 'dropped of offered'),
    tile('Proposals', String(proposals), proposals ? 'wait for a decision' : 'none waits'),
  );
}
