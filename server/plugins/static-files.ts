import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './answer.ts';
import { markAnswer, sendAnswer } from './http-routes.ts';

const SHELL = 'index.html';
const PAGE_METHODS = ['GET', 'HEAD'];

/** Every file type that a build contains. Any other type fails the start. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface BuiltFile {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** Files with a content hash in their name never change. */
function isHashed(path: string): boolean {
  return /^assets\/(?:.+\/)?[^/]+-[\w-]{8,}\.\w+$/.test(path);
}

/** The whole build by file path, without dotfiles. Empty if there is no page. */
function readBuild(folder: string | null): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  if (folder === null) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(folder.length).split(sep).filter(Boolean).join('/');
    if (!entry.isFile() || /(?:^|\/)\./.test(path)) continue;
    const type = CONTENT_TYPES[extname(path)];
    if (type === undefined)
      throw new Error(`The build contains ${path}, and no content type is known for it.`);
    const bytes = readFileSync(place);
    files.set(path, {
      bytes,
      headers: {
        'content-type': type,
        'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        // Weak: the same for each compression.
        etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      },
    });
  }
  return files.has(SHELL) ? files : new Map();
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, headers }: BuiltFile): FastifyReply {
  reply.headers(headers);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag === headers.etag)) return reply.code(304).send();
  return reply.send(bytes);
}

export function isApiAddress(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url);
}

/**
 * Whether a person, a link preview, or an uptime check opens a page of the app. Missing API calls and files
 * stay 404: the page at their URL would be misleading.
 */
function opensPage({ method, url, headers }: FastifyRequest): boolean {
  if (!PAGE_METHODS.includes(method) || isApiAddress(url) || url.startsWith('/assets/')) return false;
  const { accept = '*/*' } = headers;
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/' || accept.includes('text/html')) return true;
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  return accept.includes('*/*') && !lastPart.includes('.');
}

/**
 * Serves the built page and its files from `webDir` as of the server's start: a later build takes effect at
 * the next start. Any other URL of the app gets the page, whose router handles it; unknown API calls get
 * `route.absent`.
 *
 * The files are kept in memory, about 3 MB.
 */
export function registerStaticFiles(app: FastifyInstance, webDir: string | null): void {
  const files = readBuild(webDir);
  const shell = files.get(SHELL);
  for (const [path, file] of files) {
    app.route({
      method: PAGE_METHODS,
      url: `/${path}`,
      handler: (request, reply) => sendFile(request, reply, file),
    });
  }
  app.setNotFoundHandler((request, reply): FastifyReply => {
    if (shell !== undefined && opensPage(request)) return sendFile(request, reply, shell);
    markAnswer(reply);
    return sendAnswer(reply, problemOf('route.absent'));
  });
}
