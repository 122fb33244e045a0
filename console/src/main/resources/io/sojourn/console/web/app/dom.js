// SPDX-License-Identifier: Apache-2.0
// Elements from text. Names come from the network, so nothing here ever reads HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** el('td', {class: 'num'}, 'text', child, ...); an attribute that is null or false is left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

export function none(text = 'no data') {
  return el('span', { class: 'none' }, text);
}

const SHAPES = {
  TROUBLE: 'M6 .8 11.6 11H.4Z',
  LOOK: 'M6 .4 11.6 6 6 11.6.4 6Z',
  UNSURE: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  FINE: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Z',
  PAUSED: 'M2 1h3v10H2Zm5 0h3v10H7Z',
  MOON: 'M10.8 7.6A5.2 5.2 0 0 1 4.4 1.2a5.2 5.2 0 1 0 6.4 6.4Z',
  SUN: 'M6 3.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM5.4 0h1.2v2H5.4Zm0 10h1.2v2H5.4ZM0 5.4h2v1.2H0Zm10 0h2v1.2h-2ZM1.4 2.2l.8-.8 1.4 1.4-.8.8Zm7 7 .8-.8 1.4 1.4-.8.8Zm1.4-7.8.8.8-1.4 1.4-.8-.8ZM2.8 8.4l.8.8-1.4 1.4-.8-.8Z',
};

/** A shape beside a word: a second cue next to its color. */
export function shape(name, size = 10) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('width', size);
  svg.setAttribute('height', size);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
