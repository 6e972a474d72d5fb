import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushNotice } from '#domain/notifications/push-words.ts';

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser's subscription at a push service, and how the browser reads what arrives (RFC 8291). */
export function subscribedBrowser(endpoint: string) {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys();
  const auth = randomBytes(16);
  const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);
  return {
    subscription: { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): PushNotice {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const content = body.subarray(21 + sender.length);
      const both = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, both, 32));
      const key = Buffer.from(hkdfSync('sha256', secret, salt, info('aes128gcm'), 16));
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, info('nonce'), 12));
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16));
      const plain = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
      // The last byte that isn't padding marks the end.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

/** What a server says of itself in its token (RFC 8292); throws unless its key signed it. */
export function provenSender(authorization = ''): { publicKey: string; aud: string; sub: string } {
  const { token = '', publicKey = '' } =
    /^vapid t=(?<token>[^,]+), k=(?<publicKey>.+)$/.exec(authorization)?.groups ?? {};
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  if (!isGenuine) throw new Error('Someone else signed this.');
  return { publicKey, ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) };
}

/** A small push service on this machine. */
export async function startPushService() {
  const pushed: Pushed[] = [];
  const state = { pushed, status: 201 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(state.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  });
}
