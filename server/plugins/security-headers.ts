import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * To register our service worker (`src/app/trusted-worker.ts`), to sanitize messages, and for what is pasted into
 * the editor of messages.
 */
const TRUSTED_TYPE_POLICIES = ['caseload-sw', 'dompurify', 'ProseMirrorClipboard'];

/**
 * Upgrades to https are requested only if the server is known to have it: otherwise they would lock people
 * out.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'"],
        'font-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        // Toasts and popovers position themselves with style elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'worker-src': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': TRUSTED_TYPE_POLICIES,
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // On plain http the browser ignores it with a warning.
    crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
    originAgentCluster: isHttps,
  });
}
