import { toBase64 } from '#contract/encryption.ts';

/** Stored outside of the databases, so that their loss is noticed. */
const MARKER = 'caseload-device-marker';

interface DeviceMarker {
  /** Random. */
  salt: string;
  /** Salted hashes of the ids of people whose data is on this device; they name no one. */
  marks: string[];
}

function readMarker(): DeviceMarker {
  try {
    const { salt, marks } = JSON.parse(localStorage.getItem(MARKER) ?? '') as DeviceMarker;
    if (typeof salt === 'string' && Array.isArray(marks)) return { salt, marks };
  } catch {
    // Never written, or not by this app.
  }
  return { salt: crypto.randomUUID(), marks: [] };
}

async function markOf(userId: string, { salt }: DeviceMarker): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}|${userId}`);
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Whether this device kept data of this person, as far as is known. */
export async function isMarked(userId: string): Promise<boolean> {
  const marker = readMarker();
  return marker.marks.includes(await markOf(userId, marker));
}

export async function markDevice(userId: string): Promise<void> {
  const marker = readMarker();
  const mark = await markOf(userId, marker);
  if (marker.marks.includes(mark)) return;
  localStorage.setItem(MARKER, JSON.stringify({ ...marker, marks: [...marker.marks, mark] }));
}

/** Call when the person's data was deleted from this device on purpose. */
export async function unmarkDevice(userId: string): Promise<void> {
  const marker = readMarker();
  const mark = await markOf(userId, marker);
  const marks = marker.marks.filter((other) => other !== mark);
  if (marks.length === 0) localStorage.removeItem(MARKER);
  else localStorage.setItem(MARKER, JSON.stringify({ ...marker, marks }));
}
