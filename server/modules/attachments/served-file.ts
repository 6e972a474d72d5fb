import type { FastifyReply } from 'fastify';
import { servedAs } from '#domain/attachments/attachment-kinds.ts';
import type { Blob } from '#server/blob-store.ts';

/** Answers with a file: images inline, anything else as a download that no browser runs or caches. */
export async function sendFile(reply: FastifyReply, fileName: string, blob: Blob): Promise<void> {
  const { type, isInline } = servedAs(fileName, blob.head);
  await reply
    .type(type)
    .header('content-length', blob.size)
    // Devices cache it encrypted: the browser's own cache must not store it in plaintext.
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('content-disposition', dispositionOf(fileName, isInline))
    .send(blob.stream());
}

/** The file name in plain form for old clients and as in RFC 8187 for all others. */
function dispositionOf(fileName: string, isInline: boolean): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
