import { join } from 'node:path';
import type { BlobStore } from './blobs/blob.ts';
import { fileBlobStore } from './blobs/file-blobs.ts';
import { s3BlobStore } from './blobs/s3-blobs.ts';
import type { S3Place } from './blobs/s3-place.ts';

export type { BlobStore } from './blobs/blob.ts';

/** The store of attachments: a bucket if one is set, otherwise a folder next to the database. */
export function openBlobs({
  attachments,
  dataDir,
}: {
  attachments: S3Place | null;
  dataDir: string;
}): BlobStore {
  return attachments === null ? fileBlobStore(folderOfBlobs(dataDir)) : s3BlobStore(attachments);
}

export function folderOfBlobs(dataDir: string): string {
  return join(dataDir, 'attachments');
}

/** All bytes of a file; null if no complete file is stored. */
export async function readWhole(blobs: BlobStore, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const blob = await blobs.read(id, 0);
  if (blob === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of blob.stream()) parts.push(part as Uint8Array);
  return new Uint8Array(Buffer.concat(parts));
}
