// The database, for both workers: loaded once, and put where the service worker keeps what it has, so
// that it is not sent twice.

import { DATABASE } from 'made:database';

const KEPT = 'dobutsu-files';
// Milliseconds in which the first picture comes.
const LATER = 1500;

// Its bytes; `tell` hears what part has arrived, and `settled` when nothing is left to do for later.
export async function loadDatabase(tell, settled) {
  const url = new URL(`../${DATABASE.name}`, location.href);
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  const parts = [];
  let done = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    done += part.value.length;
    tell(Math.min(done / DATABASE.bytes, 1));
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  // The worker has more urgent things to do first.
  setTimeout(() => keep(url, bytes).catch(() => {}).then(settled), LATER);
  return bytes;
}

// Keeps the bytes if they are the right ones; what is damaged is to be sent again.
async function keep(url, bytes) {
  const cache = await caches.open(KEPT);
  const key = `${url}?sum=${DATABASE.sum}`;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const sum = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (sum === DATABASE.sum && !(await cache.match(key))) await cache.put(key, new Response(bytes));
}
