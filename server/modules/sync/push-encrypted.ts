import type { webcrypto } from 'node:crypto';
import { z } from 'zod';
import { decryptBytes, fromBase64, writePlace } from '#contract/encryption.ts';
import { PushedWrite, type SealedWrite } from '#contract/sync.ts';
import { problemOf } from '#server/plugins/answer.ts';
import { readJson } from '#server/plugins/raw-input.ts';
import type { QueuedWrite } from './push.ts';

/** Other fields that the device encrypts for itself are ignored. */
const Opened = z
  .object(PushedWrite.shape)
  .pick({ endpoint: true, endpoint_version: true, params: true, body: true });

/** Decrypts a write. One that can't be decrypted under its own id is answered as invalid, and never runs. */
export async function openWrite(key: webcrypto.CryptoKey, sealed: SealedWrite): Promise<QueuedWrite> {
  const { sealed: ciphertext, ...outside } = sealed;
  try {
    const inside = readJson(await decryptBytes(key, writePlace(sealed.write_id), fromBase64(ciphertext)));
    return { write: { ...outside, ...Opened.parse(inside) } };
  } catch {
    return {
      write: outside,
      answer: problemOf('request.invalid', { message: "This change couldn't be decrypted." }),
    };
  }
}
