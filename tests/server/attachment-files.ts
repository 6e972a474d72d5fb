import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AttachmentProgress } from '#contract/attachment.ts';
import { PART_BYTES, partCount, partRange } from '#domain/attachments/part-plan.ts';

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes that begin like a PNG and never repeat, so that parts in a wrong order are detected. */
export function pngOf(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32BE((at * 2_654_435_761) >>> 0, at);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  return bytes;
}

export const THREE_PARTS = 2 * PART_BYTES + 100;

export function attachmentBody(student: string, bytes: Uint8Array, changes: Record<string, unknown> = {}) {
  return {
    id: randomUUID() as string,
    student,
    file_name: 'drawing.png',
    content_type: 'image/png',
    size: bytes.length,
    sha256: sha256Of(bytes),
    ...changes,
  };
}

export function partOf(bytes: Uint8Array<ArrayBuffer>, part: number): Uint8Array<ArrayBuffer> {
  const range = partRange(bytes.length, part);
  if (range === null) throw new RangeError(`no part ${part}`);
  return bytes.subarray(range.start, range.end);
}

export function allPartsOf(bytes: Uint8Array): number[] {
  return Array.from({ length: partCount(bytes.length) }, (_, index) => index + 1);
}

/** Uploads one part as a device does. */
export async function putPart(
  app: FastifyInstance,
  token: string,
  id: string,
  part: number,
  bytes: Uint8Array,
  sha256 = sha256Of(bytes),
): Promise<{
  status: number;
  body: AttachmentProgress & { code?: string; fields?: Record<string, string> };
}> {
  const response = await app.inject({
    method: 'PUT',
    url: `/api/attachments/${id}/parts/${part}/?sha256=${sha256}`,
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, body: JSON.parse(response.body) };
}

/** The bytes of an attachment as a page fetches them. */
export async function contentOf(app: FastifyInstance, token: string, id: string) {
  const response = await app.inject({
    method: 'GET',
    url: `/api/attachments/${id}/content/`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
}
