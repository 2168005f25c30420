// Loads the database for both workers, and stores it in the service worker's cache, so that it is sent only once.

import { DATABASE } from 'made:database';

const KEPT = 'dobutsu-files';
// Milliseconds until the database is stored: after the first picture.
const LATER = 1500;

// Returns its bytes. `progress` is called with the part that has arrived, `settled` when the database is stored.
export async function loadDatabase(progress, settled) {
  const url = new URL(`../${DATABASE.name}`, location.href);
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  const parts = [];
  let done = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    done += part.value.length;
    progress(Math.min(done / DATABASE.bytes, 1));
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  setTimeout(() => keep(url, bytes).catch(() => {}).then(settled), LATER);
  return bytes;
}

// Stores the bytes if their checksum is right; damaged ones will be sent again.
async function keep(url, bytes) {
  const cache = await caches.open(KEPT);
  const key = `${url}?sum=${DATABASE.sum}`;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const sum = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (sum === DATABASE.sum && !(await cache.match(key))) await cache.put(key, new Response(bytes));
}
