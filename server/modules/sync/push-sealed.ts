import type { webcrypto } from 'node:crypto';
import { z } from 'zod';
import { fromBase64, unsealBytes, writePlace } from '#contract/sealing.ts';
import { PushedWrite, type SealedWrite } from '#contract/sync.ts';
import { problemOf } from '#server/plugins/answer.ts';
import { readJson } from '#server/plugins/raw-input.ts';
import type { QueuedWrite } from './push.ts';

/** What the device seals beside these, for itself, is passed over. */
const Opened = z
  .object(PushedWrite.shape)
  .pick({ endpoint: true, endpoint_version: true, params: true, body: true });

/** Opens a sealed write. What does not open under its own id is answered as invalid, and never run. */
export async function openWrite(key: webcrypto.CryptoKey, sealed: SealedWrite): Promise<QueuedWrite> {
  const { sealed: ciphertext, ...outside } = sealed;
  try {
    const inside = readJson(await unsealBytes(key, writePlace(sealed.write_id), fromBase64(ciphertext)));
    return { write: { ...outside, ...Opened.parse(inside) } };
  } catch {
    return {
      write: outside,
      answer: problemOf('request.invalid', { message: "This change couldn't be decrypted." }),
    };
  }
}
