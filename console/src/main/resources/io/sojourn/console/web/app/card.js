// SPDX-License-Identifier: Apache-2.0
// A recommendation: what to change, why, what it would do, and the decision.

import { byId, el, none, shape } from './dom.js';
import { count, micros, millis, percent, rate, size, span, time, timeAndZone, toMillis, word } from './format.js';
import { outcome } from './evidence.js';
import { decide } from './api.js';

const AUTHOR = 'sojourn.author';
const SETTINGS = [
  ['discipline', 'Discipline', word], ['rateBitsPerSecond', 'Rate', rate], ['burstBytes', 'Burst', size],
  ['limitPackets', 'Limit', (v) => (v === null ? null : count(v) + ' packets')], ['limitBytes', 'Limit in bytes', size],
  ['targetMicros', 'CoDel target', micros], ['intervalMicros', 'CoDel interval', micros], ['lengthAccounting', 'Counts', word],
];

export function changeTable(current, proposed) {
  const rows = SETTINGS.filter(([key]) => current[key] !== null || proposed[key] !== null);
  return el('table', { class: 'plain' }, el('caption', { class: 'sr' }, 'Setting now and proposed'),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Setting'), el('th', { scope: 'col' }, 'Now'), el('th', { scope: 'col' }, 'Proposed'))),
    el('tbody', {}, ...rows.map(([key, name, write]) => el('tr', { class: current[key] !== proposed[key] ? 'changed' : null },
      el('th', { scope: 'row' }, name), el('td', {}, write(current[key]) ?? none('not set')), el('td', {}, write(proposed[key]) ?? none('not set'))))));
}

/** "-82 %" against the middle of the range; lower is better but for goodput. */
function change(now, range, moreIsBetter) {
  if (now === null || now === undefined || now === 0) return null;
  const ratio = ((range.low + range.high) / 2 - now) / now;
  if (Math.abs(ratio) < 0.005) return el('span', { class: 'muted' }, 'same');
  const text = (ratio > 0 ? '+' : '\u2212') + Math.round(Math.abs(ratio) * 100) + '\u00a0%';
  return el('span', { class: ratio > 0 === moreIsBetter ? 'better' : 'worse' }, text);
}

function predictionTable(predicted, window) {
  if (predicted.refused) return el('p', { class: 'muted' }, 'No prediction: ' + predicted.refused);
  const rows = [
    ['Delay p50', millis, predicted.delayP50Millis, toMillis(window?.rtt?.p50Micros), false],
    ['Delay p95', millis, predicted.delayP95Millis, toMillis(window?.rtt?.p95Micros), false],
    ['Drop ratio', percent, predicted.lossRatio, window?.dropRatio, false],
    ['Goodput', rate, predicted.goodputBitsPerSecond, window?.throughputMeanBitsPerSecond, true],
  ].filter(([, , range]) => range !== null);
  if (!rows.length) return el('p', { class: 'muted' }, 'No prediction.');
  return el('table', { class: 'plain' }, el('caption', { class: 'sr' }, 'Measured now and predicted'),
    el('thead', {}, el('tr', {}, ...['Effect', 'Measured', 'Predicted', 'Change'].map((t, i) => el('th', { scope: 'col', class: i ? 'num' : null }, t)))),
    el('tbody', {}, ...rows.map(([name, write, range, now, more]) => el('tr', {}, el('th', { scope: 'row' }, name),
      el('td', { class: 'num' }, write(now) ?? none()), el('td', { class: 'num' }, `${write(range.low)} to ${write(range.high)}`),
      el('td', { class: 'num' }, change(now, range, more) ?? '')))));
}

const STATES = { PROPOSED: ['LOOK', 'Waits for a decision'], APPROVED: ['FINE', 'Approved'], REJECTED: ['UNSURE', 'Rejected'], WITHDRAWN: ['UNSURE', 'Withdrawn'] };

function stateChip(r) {
  const [kind, name] = STATES[r.state];
  return el('span', { class: `verdict ${kind}` }, shape(kind), name + (r.author ? ' by ' + r.author : ''));
}

function answerLine(r, answers) {
  if (r.state !== 'APPROVED') return null;
  const answer = answers[0];
  if (!answer) return el('p', { class: 'answer', 'data-answer': 'none' }, el('span', { class: 'muted' }, 'Sent to the node; it has not answered yet.'));
  return el('p', { class: 'answer', 'data-answer': answer.outcome }, 'The node: ', outcome(answer),
    el('span', { class: 'muted', title: timeAndZone(answer.atMillis) }, ` revision ${answer.revision} at ${time(answer.atMillis)}${answer.reason ? ': ' + answer.reason : ''}`));
}

function actions(r, nowMillis, onDecided) {
  if (r.state !== 'PROPOSED') return null;
  const left = r.expiresMillis - nowMillis;
  const note = (text) => el('span', { class: 'muted' }, text);
  if (!r.applicable) {
    const ours = (r.evidence || []).some((m) => m.name === 'conditioned' && m.value > 0);
    return el('div', { class: 'actions' }, note(ours
      ? "Advice that approving does not apply: change the node's policy file."
      : 'Advice for another device: no node of ours owns this queue, so set it there.'));
  }
  return el('div', { class: 'actions' },
    el('button', { type: 'button', class: 'primary', 'data-decide': 'approve', onclick: () => confirmAndDecide(r, 'approve', onDecided) }, 'Approve…'),
    el('button', { type: 'button', 'data-decide': 'reject', onclick: () => confirmAndDecide(r, 'reject', onDecided) }, 'Reject…'),
    el('span', { class: 'muted', title: timeAndZone(r.expiresMillis) }, left > 0 ? `expires in ${span(left)}` : `expired ${time(r.expiresMillis)}`));
}

export function card(r, answers, window, nowMillis, onDecided) {
  return el('section', { class: 'panel card', 'aria-label': 'Recommendation', 'data-recommendation': r.id },
    el('div', { class: 'panel-head' }, el('h2', {}, 'Recommended change'), stateChip(r)),
    el('div', { class: 'card-body' },
      el('p', { class: 'reason' }, r.reason),
      el('div', { class: 'card-cols' },
        el('div', {}, el('h3', {}, 'Change'), changeTable(r.current, r.proposed)),
        el('div', {}, el('h3', {}, 'Effect, predicted by ', r.predicted.model), predictionTable(r.predicted, window))),
      el('p', { class: 'rule' }, 'Rule: ' + r.rule),
      answerLine(r, answers), actions(r, nowMillis, onDecided)));
}

function remembered() {
  try { return localStorage.getItem(AUTHOR) ?? ''; } catch { return ''; }
}

function confirmAndDecide(r, decision, onDecided) {
  const dialog = byId('confirm');
  const yes = byId('confirm-yes');
  const error = byId('confirm-error');
  const verb = decision === 'approve' ? 'Approve' : 'Reject';
  byId('confirm-title').textContent = `${verb} the change of ${r.queue} on ${r.node}?`;
  byId('confirm-text').textContent = decision === 'approve'
    ? 'The node is told at once. It may refuse, and it goes back when the change does not help.'
    : 'The setting stays as it is.';
  byId('confirm-change').replaceChildren(decision === 'approve' ? changeTable(r.current, r.proposed) : '');
  byId('confirm-author').value = remembered();
  yes.textContent = verb;
  yes.disabled = false;
  error.hidden = true;
  byId('confirm-no').onclick = () => dialog.close();
  const send = async () => {
    const author = byId('confirm-author').value.trim();
    yes.disabled = true;
    try {
      if (author) localStorage.setItem(AUTHOR, author);
    } catch { /* A browser without storage forgets it. */ }
    try {
      onDecided((await decide(r.id, decision, author)).recommendation);
      dialog.close();
    } catch (failure) {
      error.textContent = failure.message;
      error.hidden = false;
      yes.disabled = false;
    }
  };
  yes.onclick = send;
  dialog.querySelector('form').onsubmit = (event) => { event.preventDefault(); if (!yes.disabled) send(); };
  dialog.showModal();
  yes.focus();
}
