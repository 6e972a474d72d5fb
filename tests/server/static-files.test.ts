import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

const PAGE = '<!doctype html><title>Caseload</title>';
const SCRIPT = 'self.skip = 2;';
const LOGIN_PAGE = '<!doctype html><title>Log in</title>';

describe('the built page', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'caseload-web-'));
  let world: ApiWorld;
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(webDir, 'assets'));
    writeFileSync(join(webDir, 'index.html'), PAGE);
    writeFileSync(join(webDir, 'login.html'), LOGIN_PAGE);
    mkdirSync(join(webDir, '.vite'));
    writeFileSync(join(webDir, '.vite', 'manifest.json'), '{}');
    writeFileSync(join(webDir, 'worker.js'), 'self.skip = 1;');
    writeFileSync(join(webDir, 'assets', 'index-BOYhBZB5.js'), SCRIPT);
    writeFileSync(join(webDir, 'assets', 'index-BOYhBZB5.js.br'), brotliCompressSync(SCRIPT));
    world = await openApiWorld(usualKind);
    app = await buildApp({
      db: world.db,
      config: world.config,
      mailer: { send: async () => undefined },
      webDir,
    });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
    rmSync(webDir, { recursive: true });
  });

  const open = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
    app.inject({ method: 'GET', url, headers });

  test.each([
    ['/', LOGIN_PAGE],
    ['/login', LOGIN_PAGE],
    ['/login/?redirect=%2Fsync', LOGIN_PAGE],
    ['/login-support', PAGE],
    ['/my-sessions/info/7/', PAGE],
    ['/no/such/screen?x=1', PAGE],
  ])('answers a person who opens %s', async (url, page) => {
    const { statusCode, body, headers } = await open(url);
    expect([statusCode, body, headers['cache-control']]).toEqual([200, page, 'no-cache']);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  test.each([
    ['/assets/gone-12345678.js', 'text/html,*/*'],
    ['/gone.js', '*/*'],
    ['/api/gone/', 'text/html,*/*'],
    ['/api', 'text/html,*/*'],
    ['/api/gone/', '*/*'],
    ['/my-sessions', 'application/json'],
    ['/.vite/manifest.json', '*/*'],
    ['/..%2f..%2fpackage.json', '*/*'],
  ])('is not sent for %s', async (url, accept) => {
    const { statusCode, json } = await open(url, { accept });
    expect([statusCode, json().code]).toEqual([404, 'route.absent']);
  });

  test.each<[string, Record<string, string>]>([
    ['/', { accept: '*/*', 'accept-encoding': 'br' }],
    ['/', { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' }],
    ['/', { 'accept-encoding': 'br' }],
    ['/?utm_source=mail', {}],
    ['/index.html', { accept: '*/*', 'accept-encoding': 'br' }],
    ['/login', { accept: '*/*', 'accept-encoding': 'br' }],
    ['/my-sessions/info/7/', { 'accept-encoding': 'br' }],
  ])('answers link previews and uptime checks of %s with %j', async (url, headers) => {
    const page = /^\/(login)?(\?|$)/.test(url) ? LOGIN_PAGE : PAGE;
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url, headers });
      expect([method, answer.statusCode, answer.headers['content-type']]).toEqual([
        method,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).toBe(method === 'HEAD' ? '' : page);
    }
  });

  test('sends a file again only if it changed', async () => {
    const { headers } = await open('/worker.js', {});
    const again = await open('/worker.js', { 'if-none-match': `"older", ${String(headers.etag)}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await open('/worker.js', { 'if-none-match': 'W/"older"' })).statusCode).toBe(200);
  });

  test('caches files with a content hash in their name forever, compressed', async () => {
    const { headers, rawPayload } = await open('/assets/index-BOYhBZB5.js', {
      'accept-encoding': 'br, gzip',
    });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
  });

  test('sends files as they are to callers who cannot decompress them, and no compressed file by its own name', async () => {
    const { headers, body } = await open('/assets/index-BOYhBZB5.js', { 'accept-encoding': 'identity' });
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, 'accept-encoding', SCRIPT]);
    expect((await open('/assets/index-BOYhBZB5.js.br', {})).statusCode).toBe(404);
  });

  test('always revalidates the service worker', async () => {
    expect((await open('/worker.js', {})).headers['cache-control']).toBe('no-cache');
  });
});
