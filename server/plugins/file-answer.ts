import type { FastifyReply } from 'fastify';
import { SNIFFED_BYTES, servedAs } from '#domain/attachments/attachment-kinds.ts';
import type { BlobStore } from '#server/blob-store.ts';

/**
 * Answers with a stored file: images inline, anything else as a download that no browser runs.
 * @returns false if its bytes aren't stored
 */
export async function sendFile(
  reply: FastifyReply,
  blobs: BlobStore,
  { key, file_name }: { key: string; file_name: string },
): Promise<boolean> {
  const blob = await blobs.read(key, SNIFFED_BYTES);
  if (blob === null) return false;
  const { type, isInline } = servedAs(file_name, blob.head);
  await reply
    .type(type)
    .header('content-length', blob.size)
    // Devices cache it encrypted: the browser's own cache must not store it in plaintext.
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('content-disposition', dispositionOf(file_name, isInline))
    .send(blob.stream());
  return true;
}

/** Answers with a file that we made, as a download. @param file its name is ASCII without quotes */
export async function sendDownload(
  reply: FastifyReply,
  file: { bytes: Buffer; file_name: string; type: string },
): Promise<void> {
  await reply
    .type(file.type)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${file.file_name}"`)
    .send(file.bytes);
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
