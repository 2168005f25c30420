// Serves a folder of static files on this computer: node serve.mjs FOLDER.

import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript' };

// Serves a folder below a path; port 0 is any free one. Returns the server and its address.
export function serve(folder, { port = 0, below = '/' } = {}) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = decodeURIComponent(pathname.slice(below.length));
    const path = join(root, name || 'index.html');
    const file = path.startsWith(root + sep) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (!pathname.startsWith(below) || !file?.isFile()) return response.writeHead(404).end();
    // Browsers keep a file, and ask each time whether it is still the same.
    const tag = `"${file.size}-${file.mtimeMs}"`;
    const headers = { 'Cache-Control': 'no-cache', ETag: tag };
    if (request.headers['if-none-match'] === tag) return response.writeHead(304, headers).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': file.size });
    createReadStream(path).pipe(response);
  });
  return new Promise((done, failed) => {
    server.on('error', failed);
    server.listen(port, '127.0.0.1', () => {
      done({ server, address: `http://127.0.0.1:${server.address().port}${below}` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  const { address } = await serve(folder, { port: 8000 }).catch(() => serve(folder));
  console.log(`The page is at ${address}; press Ctrl-C to end.`);
}
