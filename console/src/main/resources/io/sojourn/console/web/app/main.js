// SPDX-License-Identifier: Apache-2.0
// The page: holds what is known, and hands it to the table and the detail.

import * as api from './api.js';
import { byId, el, shape } from './dom.js';
import { detail } from './detail.js';
import { time, timeAndZone, verdictWord, zone } from './format.js';
import { live } from './live.js';
import { queueTable } from './table.js';
import { renderTiles } from './tiles.js';
import { theme } from './theme.js';

const HEALTH_MILLIS = 15000;
const STALE_CHECK_MILLIS = 5000;
const ANNOUNCE_MILLIS = 5000;
const queues = new Map();
const recommendations = new Map();
let applied = [];
let selected = decodeURIComponent(location.hash.slice(1)) || null;
let clockAhead = 0;
let announcedAt = 0;

const nowMillis = () => Date.now() + clockAhead;
const table = queueTable({
  head: byId('table-head'), body: byId('table-rows'), empty: byId('table-empty'),
  count: byId('table-count'), asOf: byId('table-as-of'), search: byId('search'),
}, open);
const view = detail(byId('detail'), { nowMillis, onDecided, onTrouble: trouble });

function trouble(failure) {
  byId('trouble').hidden = !failure;
  byId('trouble').textContent = failure ? failure.message : '';
}

function open(key) {
  selected = key;
  history.replaceState(null, '', '#' + encodeURIComponent(key));
  drawTable();
  drawDetail();
}

function drawTable() {
  const rows = [...queues.values()];
  renderTiles(byId('tiles'), rows);
  table.show(rows, selected, nowMillis);
}

function drawDetail() {
  const row = queues.get(selected);
  view.show(row ? {
    row,
    recommendations: [...recommendations.values()].filter((r) => r.node === row.node && r.queue === row.queue)
      .sort((a, b) => b.createdMillis - a.createdMillis),
    applied: applied.filter((a) => a.node === row.node && a.queue === row.queue).sort((a, b) => b.atMillis - a.atMillis),
  } : null);
}

/** What the store alone knows is kept as it was while the store does not answer. */
async function fromStore(question) {
  try {
    return await question();
  } catch (failure) {
    if (failure.status !== 503) throw failure;
    return null;
  }
}

function onSources(sources) {
  table.from(sources);
  trouble(sources.history.fine ? null : new Error('The store does not answer: figures are live, verdicts and history are not shown.'));
}

async function readAll() {
  try {
    const q = await api.queues();
    clockAhead = q.serverMillis - Date.now();
    queues.clear();
    q.queues.forEach((row) => queues.set(row.key, row));
    const [r, a] = await Promise.all([fromStore(api.recommendations), fromStore(api.appliedSettings)]);
    if (r) {
      recommendations.clear();
      r.recommendations.forEach((one) => recommendations.set(one.id, one));
    }
    applied = a ? a.appliedSettings : applied;
    onSources(q.sources);
    drawTable();
    if (!queues.has(selected)) selected = table.first();
    drawTable();
    drawDetail();
    document.body.dataset.ready = 'true';
  } catch (failure) {
    trouble(failure);
  }
}

function announce(row) {
  const before = queues.get(row.key);
  const worse = document.body.dataset.ready && row.urgency === 'TROUBLE' && before?.verdict !== row.verdict;
  if (worse && Date.now() - announcedAt > ANNOUNCE_MILLIS) {
    announcedAt = Date.now();
    byId('announce').textContent = `${row.key}: ${verdictWord(row.verdict)}`;
  }
}

function onChanges(changes) {
  (changes.sources ?? []).forEach(onSources);
  (changes.queues ?? []).forEach((row) => { announce(row); queues.set(row.key, row); });
  (changes.recommendations ?? []).forEach(keepNewest);
  const keyOf = (a) => [a.node, a.queue, a.revision, a.outcome, a.atMillis].join('\n');
  const known = new Set(applied.map(keyOf));
  applied = applied.concat((changes.appliedSettings ?? []).filter((a) => !known.has(keyOf(a))));
  drawTable();
  const all = [changes.queues, changes.findings, changes.recommendations, changes.appliedSettings].flat();
  const row = queues.get(selected);
  if (row && all.some((one) => one && one.node === row.node && one.queue === row.queue)) drawDetail();
}

function keepNewest(recommendation) {
  if ((recommendations.get(recommendation.id)?.version ?? 0) <= recommendation.version) {
    recommendations.set(recommendation.id, recommendation);
  }
}

function onDecided(recommendation) {
  keepNewest(recommendation);
  const row = queues.get(selected);
  if (row) queues.set(selected, { ...row, proposals: Math.max(0, row.proposals - 1) });
  drawTable();
  drawDetail();
}

const LIVE = { live: ['FINE', 'Live'], paused: ['PAUSED', 'Paused'], lost: ['TROUBLE', 'Reconnecting…'] };
function onState(state) {
  const [kind, name] = LIVE[state];
  byId('live').replaceChildren(shape(kind), name);
  byId('live').className = 'pill ink-' + kind;
}

async function readHealth() {
  if (document.hidden) return;
  try {
    const { fine, checks } = await api.health();
    const down = checks.filter((check) => !check.fine);
    const kind = fine ? 'FINE' : 'TROUBLE';
    byId('health-summary').className = 'pill ink-' + kind;
    byId('health-summary').replaceChildren(shape(kind), fine ? 'All parts fine' : 'Down: ' + down.map((c) => c.name).join(', '));
    byId('health-rows').replaceChildren(...checks.map((check) => el('tr', {},
      el('td', {}, el('span', { class: 'verdict ' + (check.fine ? 'FINE' : 'TROUBLE') }, shape(check.fine ? 'FINE' : 'TROUBLE'), check.name)),
      el('td', {}, check.detail))));
  } catch (failure) {
    byId('health-summary').className = 'pill ink-TROUBLE';
    byId('health-summary').replaceChildren(shape('TROUBLE'), 'No answer');
  }
  await readRejects();
}

async function readRejects() {
  const answer = await api.rejects().catch(() => null);
  if (!answer) return;
  const { rejects } = answer;
  byId('rejects').hidden = rejects.length === 0;
  byId('rejects-summary').className = 'pill ink-LOOK';
  byId('rejects-summary').replaceChildren(shape('LOOK'), rejects.length === 1 ? '1 reject' : (rejects.length === 50 ? '50 or more' : rejects.length) + ' rejects');
  byId('rejects-rows').replaceChildren(...rejects.map((r) => el('tr', {},
    el('td', { title: timeAndZone(r.observedMillis) }, time(r.observedMillis)), el('td', {}, r.source),
    el('td', {}, `${r.field}=${r.value}; must be ${r.bound}`), el('td', {}, r.mend))));
}

document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !typing && !byId('confirm').open) {
    event.preventDefault();
    byId('search').focus();
    byId('search').select();
  } else if (event.key === 'Escape') {
    document.querySelectorAll('details[open]').forEach((sheet) => { sheet.open = false; });
    if (event.target === byId('search')) {
      byId('search').value = '';
      byId('search').dispatchEvent(new Event('input'));
      table.focus();
    }
  } else if ((event.key === 'Enter' || event.key === 'ArrowDown') && event.target === byId('search')) {
    event.preventDefault();
    table.focus();
  }
});
document.addEventListener('click', (event) => {
  document.querySelectorAll('details[open]').forEach((sheet) => { if (!sheet.contains(event.target)) sheet.open = false; });
});
addEventListener('hashchange', () => {
  const key = decodeURIComponent(location.hash.slice(1));
  if (queues.has(key) && key !== selected) open(key);
});

theme(byId('theme'), () => view.repaint());
byId('zone').textContent = zone();
setInterval(readHealth, HEALTH_MILLIS);
setInterval(drawTable, STALE_CHECK_MILLIS);
readHealth();
live({ onReset: readAll, onChanges, onState });
readAll();
