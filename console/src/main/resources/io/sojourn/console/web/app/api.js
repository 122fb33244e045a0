// SPDX-License-Identifier: Apache-2.0
// The HTTP API. An error carries what the server says: what is wrong, where, and the mend.

export class ApiError extends Error {
  constructor(status, body) {
    super([body.error, body.field && body.value ? `${body.field}=${body.value}` : null, body.mend].filter(Boolean).join('; '));
    this.status = status;
  }
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, { error: 'The console does not answer', mend: 'check that it runs' });
  }
  const body = await response.json().catch(() => ({ error: `Answer ${response.status} without JSON` }));
  if (!response.ok && !('checks' in body)) throw new ApiError(response.status, body);
  return body;
}

function read(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined));
  return call(`/api/${path}${query.size ? '?' + query : ''}`);
}

export const health = () => read('health');
export const queues = () => read('queues');
export const windows = (node, queue, size, limit) => read('windows', { node, queue, size, limit });
export const findings = (node, queue) => read('findings', { node, queue, limit: 200 });
export const recommendations = () => read('recommendations', { limit: 500 });
export const appliedSettings = () => read('applied-settings', { limit: 500 });
export const rejects = () => read('rejects', { limit: 50 });
export const decide = (id, decision, author) => call('/api/decisions', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(author ? { id, decision, author } : { id, decision }),
});
