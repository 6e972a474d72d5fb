import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './answer.ts';
import { markAnswer, sendAnswer } from './http-routes.ts';

const SHELL = 'index.html';
/** The same with the login form in its HTML. */
const LOGIN = 'login.html';
/** What people open who haven't logged in. */
const LOGIN_PATHS = ['/', '/login', '/login/'];
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

/** What the build appends to the name of a file's compressed form. */
const COMPRESSED = '.br';

interface BuiltFile {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
  /** Its compressed form, if the build made one. */
  compressed: Buffer | null;
}

/** Files with a content hash in their name never change. */
function isHashed(path: string): boolean {
  return /^assets\/(?:.+\/)?[^/]+-[\w-]{7,}\.\w+$/.test(path);
}

/** The whole build by file path, without dotfiles. Empty if there is no page. */
function readBuild(folder: string | null): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  if (folder === null) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(folder.length).split(sep).filter(Boolean).join('/');
    if (!entry.isFile() || path.endsWith(COMPRESSED) || /(?:^|\/)\./.test(path)) continue;
    const type = CONTENT_TYPES[extname(path)];
    if (type === undefined)
      throw new Error(`The build contains ${path}, and no content type is known for it.`);
    const bytes = readFileSync(place);
    const compressedPlace = `${place}${COMPRESSED}`;
    files.set(path, {
      bytes,
      compressed: existsSync(compressedPlace) ? readFileSync(compressedPlace) : null,
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

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): Promise<FastifyReply> {
  const { bytes, compressed, headers } = file;
  reply.headers(headers);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag === headers.etag)) return reply.code(304).send();
  if (compressed === null) return reply.send(bytes);
  reply.header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(bytes);
  return reply.header('content-encoding', 'br').send(compressed);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

export function isApiAddress(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url);
}

/**
 * Whether a person, a link preview, or an uptime check opens a page of the app. Missing API calls and files
 * stay 404: the page at their URL would be misleading.
 */
function opensPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (!PAGE_METHODS.includes(method) || isApiAddress(url) || url.startsWith('/assets/')) return false;
  const { accept = '*/*' } = headers;
  const path = pathOf(request);
  if (path === '/' || accept.includes('text/html')) return true;
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  return accept.includes('*/*') && !lastPart.includes('.');
}

/**
 * Serves the built page and its files from `webDir` as of the server's start: a later build takes effect at
 * the next start. Any other URL of the app gets the page, whose router handles it; unknown API calls get
 * `route.absent`.
 *
 * The files and their compressed forms are kept in memory: about 6 MB.
 */
export function registerStaticFiles(app: FastifyInstance, webDir: string | null): void {
  const files = readBuild(webDir);
  const shell = files.get(SHELL);
  const login = files.get(LOGIN) ?? shell;
  for (const [path, file] of files) {
    app.route({
      method: PAGE_METHODS,
      url: `/${path}`,
      handler: (request, reply) => sendFile(request, reply, file),
    });
  }
  app.setNotFoundHandler(async (request, reply): Promise<FastifyReply> => {
    const page = LOGIN_PATHS.includes(pathOf(request)) ? login : shell;
    if (page !== undefined && opensPage(request)) return sendFile(request, reply, page);
    markAnswer(reply);
    return sendAnswer(reply, problemOf('route.absent'));
  });
}
