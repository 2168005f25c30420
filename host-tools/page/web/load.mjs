// Loads the database for both workers. DATABASE_BYTES is defined by build.mjs.

// Returns its bytes. `progress` is called with the part that has arrived.
export async function loadDatabase(progress) {
  const response = await fetch(new URL('../database.bin', location.href));
  if (!response.ok) throw new Error(String(response.status));
  const parts = [];
  let done = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    done += part.value.length;
    progress(Math.min(done / DATABASE_BYTES, 1));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
