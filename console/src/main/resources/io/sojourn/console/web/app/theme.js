// SPDX-License-Identifier: Apache-2.0
// Dark or light: as the system says until somebody switches; then as they said.

import { shape } from './dom.js';

const KEY = 'sojourn.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function stored() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

export function theme(button, onChange) {
  let name = stored();

  function show() {
    const now = name ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = now;
    button.replaceChildren(shape(now === 'dark' ? 'SUN' : 'MOON', 15));
    button.title = now === 'dark' ? 'Light theme' : 'Dark theme';
    return now;
  }

  button.addEventListener('click', () => {
    name = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem(KEY, name); } catch { /* A browser without storage forgets it. */ }
    show();
    onChange();
  });
  system.addEventListener('change', () => { show(); onChange(); });
  show();
}

/** A color of the present theme: color('--c1'). */
export const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
