import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './answer.ts';
import { markAnswer, sendAnswer } from './http-routes.ts';

const SHELL = 'index.html';

/** Files whose name holds a hash of their content never change. */
function isHashed(path: string): boolean {
  return /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path);
}

/** A person opening an address, not a script or an image asking for a file. */
function isNavigation(request: FastifyRequest): boolean {
  const wantsPage = (request.headers.accept ?? '').includes('text/html');
  return (request.method === 'GET' || request.method === 'HEAD') && wantsPage;
}

export function isApiAddress(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url);
}

/** Calls and built files that are not there stay absent: the page under their address would only confuse. */
function isAddressOfPage(url: string): boolean {
  return !isApiAddress(url) && !url.startsWith('/assets/');
}

/**
 * Serves the built page and its files from `webDir`. Any other address that a person
 * opens gets the page, whose router knows what it is; calls that are not there get
 * `route.absent`.
 */
export async function registerStaticFiles(app: FastifyInstance, webDir: string | null): Promise<void> {
  const hasPage = webDir !== null && existsSync(join(webDir, SHELL));
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      preCompressed: true,
      index: SHELL,
      cacheControl: false,
      setHeaders(reply, path) {
        reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply): FastifyReply => {
    if (hasPage && isAddressOfPage(request.url) && isNavigation(request)) return reply.sendFile(SHELL);
    markAnswer(reply);
    return sendAnswer(reply, problemOf('route.absent'));
  });
}
