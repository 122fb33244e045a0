// SPDX-License-Identifier: Apache-2.0
// Everything about the chosen queue: verdict, recommendation, charts, evidence, history.

import { el, none } from './dom.js';
import * as api from './api.js';
import { card } from './card.js';
import { charts } from './charts.js';
import { evidenceTable, history, policerLine } from './evidence.js';
import { delayOf, dropText, verdictChip } from './table.js';
import { count, digits, micros, percent, percentiles, rate, size, span, time, timeAndZone, verdictWord, word } from './format.js';

const RANGES = [['1s', 360, '6 min'], ['10s', 360, '1 h'], ['1m', 360, '6 h'], ['5m', 576, '2 days'], ['1h', 720, '30 days']];
/** Fewer windows than this say little: the next smaller size is tried. */
const ENOUGH = 20;
const UNSURE = { HEALTHY: 'FINE', INSUFFICIENT: 'UNSURE' };
const LOOK = ['UNKNOWN', 'RECEIVE_WINDOW_LIMITED', 'PATH_CHANGE', 'REORDERING', 'RANDOM_LOSS'];

function bandsAndMarks(findings, applied, windows) {
  const end = windows.length ? windows[windows.length - 1].endMillis : 0;
  const bands = findings.filter((f) => !UNSURE[f.cause]).map((f) => ({
    fromMillis: f.sinceMillis,
    toMillis: f.state === 'CLOSED' ? f.observedMillis : Math.max(end, f.observedMillis),
    name: verdictWord(f.cause),
    urgency: LOOK.includes(f.cause) ? 'LOOK' : 'TROUBLE',
  }));
  return { bands, marks: applied.map((a) => ({ atMillis: a.atMillis, name: `${word(a.outcome).toLowerCase()} r${a.revision}` })) };
}

function fact(name, value) {
  return el('span', {}, name + ' ', el('b', {}, value ?? none()));
}

function settingText(s) {
  const parts = [word(s.discipline), rate(s.rateBitsPerSecond), s.burstBytes === null ? null : 'burst ' + size(s.burstBytes),
    s.limitPackets === null ? null : 'limit ' + count(s.limitPackets) + ' packets'];
  return parts.filter(Boolean).join(', ');
}

/** What was not worked out is left out: for a router's counters most of it never is. */
function figures(f) {
  const quality = [['web', f.qualityWeb], ['video call', f.qualityVideoCall], ['streaming', f.qualityStreaming]].filter(([, v]) => v !== null);
  const rtt = f.rttCoverageRatio === null ? '' : `, round trips of ${percent(f.rttCoverageRatio)} of the bytes`;
  return [
    fact('covered', percent(f.coverageRatio) + rtt),
    f.bloatGrade === null ? '' : fact('grade', `${f.bloatGrade} (${f.bloatScale})`),
    f.pseudoRpm === null ? '' : fact('pseudo-RPM', count(f.pseudoRpm)),
    quality.length ? fact('quality of 100', quality.map(([name, v]) => `${name} ${digits(v)}`).join(', ')) : '',
  ];
}

/** The newest second. */
function now(w) {
  if (!w) return '';
  const delay = delayOf(w);
  const parts = [rate(w.throughputMeanBitsPerSecond), percent(w.utilisationRatio), delay ? `${delay.kind} ${micros(delay.shownMicros)}` : null];
  return el('span', { 'data-fact': 'now' }, 'now ', el('b', {}, parts.filter(Boolean).join(', ') || 'no data'),
    w.stage === 'EARLY' ? [' ', el('span', { class: 'tag' }, 'so far')] : '');
}

function head(row, nowMillis) {
  const w = row.window;
  const delay = delayOf(w);
  return el('div', { class: 'panel detail-head' },
    el('div', { class: 'detail-title' }, el('h2', {}, el('span', { class: 'muted' }, row.node + ' / '), row.queue), verdictChip(row),
      row.confidence === null ? '' : el('span', { class: 'muted' }, `confidence ${percent(row.confidence)}`)),
    el('p', {}, row.summary ?? (row.verdictKnown ? 'No finding yet: the first verdict needs a few complete windows.' : 'The verdict is in the store, which does not answer.')),
    w ? el('div', { class: 'facts' },
      row.sinceMillis === null ? '' : fact('since', time(row.sinceMillis)),
      fact('set', settingText(w.settings)),
      delay ? fact(percentiles(delay).name, percentiles(delay).value) : fact('delay', null),
      fact('dropped', w.dropRatio === null ? null : `${percent(w.dropRatio)} of ${count(w.offeredPackets)} packets${dropText(w) ? ' (' + dropText(w) + ')' : ''}`),
      fact('marked', percent(w.markRatio)),
      ...figures(w.figures),
      w.lostBatches ? fact('lost batches', count(w.lostBatches)) : '',
      now(row.now),
      el('span', { title: timeAndZone(row.asOfMillis) }, `as of ${time(row.asOfMillis)}`,
        w.clocking === 'LIVE' && nowMillis - row.asOfMillis > 60000 ? `, ${span(nowMillis - row.asOfMillis)} ago` : ''))
      : el('p', { class: 'muted' }, 'No window yet: no data to draw.'));
}

export function detail(host, { nowMillis, onDecided, onTrouble }) {
  const headHost = el('div', {});
  const cardHost = el('div', {});
  const chartHost = el('div', {});
  const evidenceHost = el('div', { class: 'panel-body' });
  const historyHost = el('div', { class: 'panel-body' });
  const rangeHost = el('div', { class: 'ranges', role: 'group', 'aria-label': 'Time shown' });
  const empty = el('p', { class: 'panel empty' }, 'Choose a queue to see its delay, drops and what would cure them.');
  const body = [headHost, cardHost,
    el('div', { class: 'panel charts-panel' }, el('div', { class: 'panel-head' }, el('h2', {}, 'Measured'), rangeHost), chartHost,
      el('div', { class: 'legend-note' }, el('span', {}, 'Drag to zoom, double-click to go back.'), el('span', {}, 'Shaded: finding. Flag: setting applied.'))),
    el('div', { class: 'two' },
      el('section', { class: 'panel' }, el('div', { class: 'panel-head' }, el('h2', {}, 'Evidence')), evidenceHost),
      el('section', { class: 'panel' }, el('div', { class: 'panel-head' }, el('h2', {}, 'History')), historyHost))];
  host.replaceChildren(empty);
  const view = charts(chartHost);
  let key = null;
  let range = null;
  let windows = [];
  let findings = [];
  let last = null;
  let asked = 0;

  function drawRanges() {
    rangeHost.replaceChildren(...RANGES.map(([name, , label]) => el('button', {
      type: 'button', 'aria-pressed': String(name === range), title: `windows of ${name}`, onclick: () => { range = name; read(true); },
    }, label)));
  }

  async function windowsOf(row, name) {
    const limit = RANGES.find(([size]) => size === name)[1];
    return (await api.windows(row.node, row.queue, name, limit)).windows;
  }

  /** 10 s windows unless the recording is so short that 1 s ones show more, or there are no such. */
  async function pick(row) {
    if (range) return windowsOf(row, range);
    const usual = await windowsOf(row, '10s');
    const fine = usual.length < ENOUGH ? await windowsOf(row, '1s') : [];
    range = fine.length > usual.length ? '1s' : '10s';
    return range === '1s' ? fine : usual;
  }

  /** None while the store does not answer, of which the page tells. */
  async function findingsOf(row) {
    try {
      return (await api.findings(row.node, row.queue)).findings;
    } catch (failure) {
      if (failure.status !== 503) throw failure;
      return [];
    }
  }

  async function read(fresh) {
    const turn = ++asked;
    const { row } = last;
    try {
      const [newWindows, newFindings] = await Promise.all([pick(row), findingsOf(row)]);
      if (turn !== asked) return;
      windows = newWindows;
      findings = newFindings;
      drawRanges();
      draw(fresh);
    } catch (failure) {
      onTrouble(failure);
    }
  }

  function drawCard({ row, recommendations, applied }) {
    const shown = recommendations.find((r) => r.state === 'PROPOSED') ?? recommendations.find((r) => r.state === 'APPROVED') ?? recommendations[0];
    const signature = JSON.stringify([shown, applied, row.window?.endMillis]);
    if (cardHost.dataset.signature === signature) return;
    cardHost.dataset.signature = signature;
    const answers = shown ? applied.filter((a) => a.recommendationId === shown.id) : [];
    cardHost.replaceChildren(shown ? card(shown, answers, row.window, nowMillis(), onDecided) : '');
  }

  function draw(fresh) {
    const { row, applied } = last;
    headHost.replaceChildren(head(row, nowMillis()));
    drawCard(last);
    const open = findings.find((f) => f.state !== 'CLOSED');
    evidenceHost.replaceChildren(...(open
      ? [open.policer ? policerLine(open.policer) : '', evidenceTable('Numbers behind the verdict', open.evidence)] : [el('p', { class: 'muted' }, 'No open finding.')]));
    historyHost.replaceChildren(history(findings, applied));
    view.show(windows, bandsAndMarks(findings, applied, windows), fresh);
  }

  return {
    /** content: {row, recommendations, applied} of the chosen queue; null for none. */
    show(content) {
      if (!content) {
        key = null;
        host.replaceChildren(empty);
        return;
      }
      const changed = content.row.key !== key;
      last = content;
      if (changed) {
        key = content.row.key;
        range = null;
        windows = [];
        findings = [];
        cardHost.dataset.signature = '';
        host.replaceChildren(...body);
        host.scrollTop = 0;
        drawRanges();
      }
      draw(changed);
      read(changed);
    },
    repaint: () => { if (key) view.repaint(); },
  };
}
