// SPDX-License-Identifier: Apache-2.0
// Three charts of one queue on one time axis: use of the rate, delay, drops by cause. The axis follows the queue's own
// data, live or recorded. A window that is missing is a gap; what was not seen is null, never 0.

import { el, none } from './dom.js';
import { keys, plot } from './plot.js';
import { millis, percent, perSecond, rate, time, timeAndZone, toMillis } from './format.js';

const SYNC = 'sojourn';
const TABLE_ROWS = 300;
const rated = (n, window) => (window.coveredMillis > 0 ? n / (window.coveredMillis / 1000) : null);

const USE = {
  id: 'use', title: 'Use of the rate', axisWrite: rate, headline: 1,
  lines: [
    { name: 'utilisation', legendOnly: true, write: percent, value: (w) => w.utilisationRatio },
    { name: 'throughput', ink: '--c1', area: true, write: rate, value: (w) => w.throughputMeanBitsPerSecond },
    { name: 'peak', ink: '--c1', dash: [2, 3], width: 1, write: rate, value: (w) => w.throughputPeakBitsPerSecond },
    { name: 'set rate', ink: '--c2', dash: [7, 4], width: 1.2, write: rate, value: (w) => w.settings.rateBitsPerSecond },
  ],
};
/** The mean stands in where there are too few values for a percentile. */
const DELAY = {
  id: 'delay', title: 'Delay', axisWrite: millis,
  lines: [
    { name: 'RTT p95', ink: '--c1', width: 2, write: millis, value: (w) => toMillis(w.rtt?.p95Micros) },
    { name: 'RTT p50', ink: '--c1', dash: [7, 4], write: millis, value: (w) => toMillis(w.rtt?.p50Micros) },
    { name: 'RTT mean', ink: '--c4', dash: [10, 3, 2, 3], write: millis, value: (w) => (w.rtt?.shownAs === 'mean' ? toMillis(w.rtt.meanMicros) : null) },
    { name: 'base RTT', ink: '--c3', dash: [2, 3], write: millis, value: (w) => toMillis(w.rtt?.baseMicros) },
    { name: 'sojourn p95', ink: '--c2', width: 2, write: millis, value: (w) => toMillis(w.sojourn?.p95Micros) },
    { name: 'sojourn p50', ink: '--c2', dash: [7, 4], write: millis, value: (w) => toMillis(w.sojourn?.p50Micros) },
  ],
};
const DROPS = {
  id: 'drops', title: 'Drops by cause', axisWrite: perSecond, always: true,
  lines: [
    { name: 'policed', ink: '--c2', steps: true, write: perSecond, value: (w) => rated(w.drops.policed, w) },
    { name: 'tail', ink: '--c1', dash: [7, 4], steps: true, write: perSecond, value: (w) => rated(w.drops.tail, w) },
    { name: 'AQM', ink: '--c5', dash: [2, 3], width: 2, steps: true, write: perSecond, value: (w) => rated(w.drops.aqm, w) },
    { name: 'limit', ink: '--c4', dash: [10, 3, 2, 3], steps: true, write: perSecond, value: (w) => rated(w.drops.limit, w) },
    { name: 'ratio', legendOnly: true, write: percent, value: (w) => w.dropRatio },
  ],
};
const PANELS = [USE, DELAY, DROPS];

/** Columns of a chart; where a window is missing a row of nulls makes a gap. */
function columns(lines, windows) {
  const x = [];
  const y = lines.map(() => []);
  windows.forEach((window, i) => {
    const before = windows[i - 1];
    if (before && window.startMillis > before.startMillis + 1.5 * before.sizeMillis) {
      x.push((before.startMillis + before.sizeMillis) / 1000);
      y.forEach((column) => column.push(null));
    }
    x.push(window.startMillis / 1000);
    lines.forEach((line, k) => y[k].push(line.value(window) ?? null));
  });
  return [x, ...y];
}

const usable = (panel, windows) => panel.lines.filter((line) => panel.always || windows.some((w) => line.value(w) !== null && line.value(w) !== undefined));

function summary(panel, lines, windows) {
  if (!windows.length) return `${panel.title}: no data`;
  const parts = lines.map((line) => {
    const values = windows.map(line.value).filter((v) => v !== null && v !== undefined);
    if (!values.length) return `${line.name} no data`;
    return `${line.name} from ${line.write(Math.min(...values))} to ${line.write(Math.max(...values))}, last ${line.write(values[values.length - 1])}`;
  });
  return `${panel.title}, ${windows.length} windows from ${timeAndZone(windows[0].startMillis)} to ${timeAndZone(windows[windows.length - 1].endMillis)}${windows[windows.length - 1].stage === 'EARLY' ? ', the last one so far' : ''}: ${parts.join('; ')}.`;
}

function dataTable(panel, lines, windows) {
  const newest = windows.slice(-TABLE_ROWS).reverse();
  return el('table', { class: 'plain' },
    el('caption', { class: 'sr' }, `${panel.title}, newest first`),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Window from'), ...lines.map((line) => el('th', { scope: 'col', class: 'num' }, line.name)))),
    el('tbody', {}, ...newest.map((w) => el('tr', {}, el('th', { scope: 'row' }, time(w.startMillis), w.stage === 'EARLY' ? ' so far' : ''),
      ...lines.map((line) => el('td', { class: 'num' }, line.write(line.value(w)) ?? none()))))));
}

export function charts(host) {
  const views = PANELS.map((panel) => {
    const button = el('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false' }, 'Show as table');
    const canvas = el('div', { class: 'host', role: 'img', tabindex: '0' });
    const table = el('div', { class: 'data', hidden: true, tabindex: '0' });
    const view = { panel, canvas, table, button, chart: null, signature: '' };
    button.addEventListener('click', () => toggle(view));
    host.append(el('div', { class: 'chart', 'data-chart': panel.id }, el('div', { class: 'chart-head' }, el('h3', {}, panel.title), button), canvas, table));
    return view;
  });
  let windows = [];
  let overlays = { bands: [], marks: [] };
  let zoom = null;
  let zooming = false;

  function toggle(view) {
    view.table.hidden = !view.table.hidden;
    view.button.textContent = view.table.hidden ? 'Show as table' : 'Hide table';
    view.button.setAttribute('aria-expanded', String(!view.table.hidden));
    drawTable(view);
  }

  function drawTable(view) {
    if (!view.table.hidden) view.table.replaceChildren(dataTable(view.panel, usable(view.panel, windows), windows));
  }

  function onZoom(min, max, from) {
    const full = windows.length ? [windows[0].startMillis / 1000, windows[windows.length - 1].startMillis / 1000] : [0, 0];
    zoom = min <= full[0] && max >= full[1] ? null : [min, max];
    if (zooming) return;
    zooming = true;
    views.forEach((view) => { if (view.chart && view.chart !== from) view.chart.setScale('x', { min, max }); });
    zooming = false;
  }

  function drawChart(view) {
    const lines = usable(view.panel, windows);
    const data = columns(lines, windows);
    const signature = lines.map((line) => line.name).join();
    view.canvas.setAttribute('aria-label', summary(view.panel, lines, windows));
    if (!windows.length || !lines.length) {
      view.chart?.destroy();
      view.chart = null;
      view.signature = '';
      view.canvas.replaceChildren(el('p', { class: 'empty' }, `No data on ${view.panel.title.toLowerCase()} in this time.`));
    } else if (view.chart && view.signature === signature) {
      zooming = true;
      view.chart.setData(data, zoom === null);
      if (zoom !== null) view.chart.redraw();
      zooming = false;
    } else {
      view.chart?.destroy();
      view.canvas.replaceChildren();
      zooming = true;
      view.chart = plot(view.canvas, { ...view.panel, lines }, data, { syncKey: SYNC, overlay: () => overlays, onZoom });
      zooming = false;
      view.signature = signature;
      keys(view.canvas, view.chart);
    }
    drawTable(view);
  }

  new ResizeObserver(() => views.forEach((view) => {
    if (view.chart && view.canvas.clientWidth > 0 && view.canvas.clientWidth !== view.chart.width) {
      view.chart.setSize({ width: view.canvas.clientWidth, height: view.chart.height });
    }
  })).observe(host);

  return {
    /** A different queue or range forgets the zoom. */
    show(newWindows, newOverlays, fresh) {
      windows = newWindows;
      overlays = newOverlays;
      if (fresh) zoom = null;
      views.forEach(drawChart);
    },
    /** Colors are part of the drawing. */
    repaint() {
      views.forEach((view) => { view.signature = ''; drawChart(view); });
    },
  };
}

