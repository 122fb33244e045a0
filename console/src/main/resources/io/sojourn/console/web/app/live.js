// SPDX-License-Identifier: Apache-2.0
// Live changes by server-sent events. A hidden tab asks for nothing; when it is seen again it reads everything afresh.

const RETRY_MILLIS = 5000;

/** onReset: read everything; onChanges(changes); onState('live' | 'paused' | 'lost'). */
export function live({ onReset, onChanges, onState }) {
  let source = null;
  let retry = null;

  function open() {
    if (source || document.hidden) return;
    source = new EventSource('/api/events');
    source.addEventListener('open', () => onState('live'));
    source.addEventListener('reset', () => onReset());
    source.addEventListener('changes', (event) => onChanges(JSON.parse(event.data)));
    source.addEventListener('error', () => {
      onState('lost');
      // The browser tries again by itself unless the server refused.
      if (source && source.readyState === EventSource.CLOSED) {
        close();
        retry = setTimeout(() => { onReset(); open(); }, RETRY_MILLIS);
      }
    });
  }

  function close() {
    clearTimeout(retry);
    if (source) source.close();
    source = null;
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      close();
      onState('paused');
    } else {
      open();
    }
  });
  addEventListener('pagehide', close);
  open();
}
