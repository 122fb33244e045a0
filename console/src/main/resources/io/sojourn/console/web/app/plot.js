// SPDX-License-Identifier: Apache-2.0
// One chart on uPlot: its theme, the bands of findings, the marks of settings, and the keys that move its cursor.

import { color } from './theme.js';
import { timeOfDay } from './format.js';

const HEIGHT = 168;
const FONT = '11px system-ui, "DejaVu Sans", sans-serif';
const uPlot = window.uPlot;

function axis(extra) {
  return {
    stroke: color('--muted'), font: FONT, grid: { stroke: color('--grid'), width: 1 },
    ticks: { stroke: color('--grid'), width: 1, size: 4 }, ...extra,
  };
}

function series({ name, ink, dash, width = 1.6, area, steps, write, legendOnly }) {
  return {
    label: name,
    stroke: ink ? color(ink) : 'transparent',
    dash,
    width: legendOnly ? 0 : width,
    fill: area ? color('--area') : undefined,
    paths: legendOnly ? () => null : steps ? uPlot.paths.stepped({ align: 1 }) : undefined,
    points: { show: legendOnly ? false : (u) => u.data[0].length < 40, size: 4, fill: ink ? color(ink) : undefined },
    scale: legendOnly ? 'legend' : 'y',
    value: (u, value) => (value === null || value === undefined ? 'no data' : write(value)),
    spanGaps: false,
  };
}

function drawBands(u, bands) {
  const { left, top, width, height } = u.bbox;
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(left, top, width, height);
  u.ctx.clip();
  for (const band of bands) {
    const from = u.valToPos(band.fromMillis / 1000, 'x', true);
    const to = u.valToPos(band.toMillis / 1000, 'x', true);
    u.ctx.fillStyle = color(band.urgency === 'TROUBLE' ? '--band' : '--band-look');
    u.ctx.fillRect(from, top, to - from, height);
    u.ctx.fillStyle = color(band.urgency === 'TROUBLE' ? '--trouble' : '--look');
    u.ctx.fillRect(from, top, to - from, 2 * devicePixelRatio);
    u.ctx.font = `${11 * devicePixelRatio}px system-ui, "DejaVu Sans", sans-serif`;
    u.ctx.textBaseline = 'top';
    u.ctx.textAlign = 'left';
    const start = Math.max(from, left) + 6 * devicePixelRatio;
    if (u.ctx.measureText(band.name).width < to - start) u.ctx.fillText(band.name, start, top + 6 * devicePixelRatio);
  }
  u.ctx.restore();
}

function drawMarks(u, marks) {
  const { left, top, width, height } = u.bbox;
  u.ctx.save();
  u.ctx.strokeStyle = u.ctx.fillStyle = color('--mark');
  u.ctx.lineWidth = devicePixelRatio;
  for (const mark of marks) {
    const x = Math.round(u.valToPos(mark.atMillis / 1000, 'x', true));
    if (x < left || x > left + width) continue;
    u.ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    u.ctx.beginPath();
    u.ctx.moveTo(x, top);
    u.ctx.lineTo(x, top + height);
    u.ctx.stroke();
    u.ctx.setLineDash([]);
    const s = 5 * devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x - s, top);
    u.ctx.lineTo(x + s, top);
    u.ctx.lineTo(x, top + 1.6 * s);
    u.ctx.fill();
    u.ctx.font = `${11 * devicePixelRatio}px system-ui, "DejaVu Sans", sans-serif`;
    u.ctx.textBaseline = 'top';
    u.ctx.textAlign = 'left';
    const wide = u.ctx.measureText(mark.name).width;
    const right = x + 8 * devicePixelRatio;
    u.ctx.fillText(mark.name, right + wide > left + width ? x - wide - 8 * devicePixelRatio : right, top + 5 * devicePixelRatio);
  }
  u.ctx.restore();
}

/** The newest values stand in the legend while the cursor is elsewhere. */
function legendAtRest(u) {
  if (u.cursor.idx === null || u.cursor.idx === undefined) u.setLegend({ idx: u.data[0].length - 1 }, false);
}

/**
 * definition: {lines, axisWrite}; overlay(): {bands, marks}; onZoom(min, max).
 * Every plot of one sync key shares cursor and x axis.
 */
export function plot(host, definition, data, { syncKey, overlay, onZoom }) {
  const options = {
    width: Math.max(200, host.clientWidth),
    height: HEIGHT,
    padding: [10, 12, 0, 0],
    cursor: { sync: { key: syncKey, setSeries: false }, drag: { x: true, y: false }, points: { size: 6 } },
    legend: { live: true, markers: { width: 0 } },
    scales: { x: { time: true }, y: { range: (u, min, max) => [0, max > 0 ? max * 1.28 : 1] }, legend: { auto: false, range: [0, 1] } },
    axes: [
      axis({ space: 90, size: 28, values: (u, ticks) => ticks.map((t) => timeOfDay(t * 1000)) }),
      axis({ size: 66, space: 34, values: (u, ticks) => ticks.map((t) => definition.axisWrite(t)) }),
    ],
    series: [{ label: 'Time', value: (u, t) => (t === null || t === undefined ? '' : timeOfDay(t * 1000)) }, ...definition.lines.map(series)],
    hooks: {
      drawClear: [(u) => drawBands(u, overlay().bands)],
      draw: [(u) => drawMarks(u, overlay().marks)],
      setCursor: [legendAtRest],
      setScale: [(u, scale) => { if (scale === 'x') onZoom(u.scales.x.min, u.scales.x.max, u); }],
    },
  };
  definition.lines.forEach((line, i) => { options.series[i + 1].fill = line.area ? color('--area') : undefined; });
  const chart = new uPlot(options, data, host);
  paintMarkers(chart, definition.lines);
  legendAtRest(chart);
  return chart;
}

/** The legend shows each line as it is drawn: color and dash. */
function paintMarkers(chart, lines) {
  chart.root.querySelectorAll('.u-legend .u-marker').forEach((marker, i) => {
    const line = lines[i - (chart.root.querySelectorAll('.u-legend .u-series').length - lines.length === 1
      && chart.root.querySelectorAll('.u-legend .u-marker').length > lines.length ? 1 : 0)];
    if (!line) return;
    if (line.legendOnly) { marker.style.display = 'none'; return; }
    marker.style.borderTopColor = color(line.ink);
    marker.style.borderTopStyle = line.dash ? (line.dash[0] < 3 ? 'dotted' : 'dashed') : 'solid';
    marker.style.background = 'none';
  });
}

/** Arrow keys move the cursor of the focused chart, and with it that of the others; Esc takes it away. */
export function keys(host, chart) {
  host.onkeydown = (event) => {
    const last = chart.data[0].length - 1;
    const at = chart.cursor.idx ?? last;
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') {
      chart.setCursor({ left: -10, top: -10 }, true, true);
    } else if (target !== undefined) {
      event.preventDefault();
      const x = chart.data[0][Math.max(0, Math.min(last, target))];
      chart.setCursor({ left: chart.valToPos(x, 'x'), top: 20 }, true, true);
    }
  };
}
