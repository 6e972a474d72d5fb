import { z } from 'zod';
import { RescueFile } from '#contract/quarantine.ts';
import { QUARANTINED, type WriteAnswer } from '#contract/sync.ts';

/** The largest request body the server accepts, in bytes. */
const LARGEST_FILE = 16 * 1_024 * 1_024;

/** A file that isn't a valid rescue file, with a message for the person who chose it. */
export class UnfitFile extends Error {
  override name = 'UnfitFile';
}

const AnyRescueFile = z.object({ format: z.literal('caseload-rescue'), format_version: z.number() });

/**
 * Parses and validates a rescue file.
 * @throws UnfitFile for anything else
 */
export async function readRescueFile(file: Pick<File, 'size' | 'text'>): Promise<RescueFile> {
  if (file.size > LARGEST_FILE) throw new UnfitFile('This file is too large to be a rescue file.');
  const content = jsonOf(await file.text());
  const known = AnyRescueFile.safeParse(content);
  if (!known.success) throw new UnfitFile("This isn't a Caseload rescue file.");
  if (known.data.format_version > 1) {
    throw new UnfitFile('This rescue file was made by a newer version of the app. Update this app first.');
  }
  const whole = RescueFile.safeParse(content);
  if (!whole.success) {
    const places = [...new Set(whole.error.issues.map(({ path }) => path.join('.')))];
    throw new UnfitFile(
      `This rescue file is damaged and wasn't imported. Damaged: ${places.slice(0, 3).join(', ')}.`,
    );
  }
  if (whole.data.writes.length === 0) throw new UnfitFile('This rescue file is empty.');
  return whole.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnfitFile("This isn't a Caseload rescue file.");
  }
}

export type RescueOutcome = 'taken' | 'kept' | 'refused';

/**
 * A write of the file takes effect once, whenever it arrived: now, in an earlier import, or from the device
 * itself.
 */
export function outcomeOf({ status }: Pick<WriteAnswer, 'status'>): RescueOutcome {
  if (status === QUARANTINED) return 'kept';
  return status >= 200 && status < 300 ? 'taken' : 'refused';
}
