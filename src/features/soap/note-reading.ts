import { useState } from 'react';

/** How a note is read: its text alone, or what changed since the last one. */
export type NoteReading = 'clean' | 'changes';

const STORAGE_KEY = 'note-reading';

/** How the person at this device reads notes, and how to change it; kept on the device. */
export function useNoteReading(): [NoteReading, (reading: NoteReading) => void] {
  const [reading, setReading] = useState<NoteReading>(() =>
    localStorage.getItem(STORAGE_KEY) === 'changes' ? 'changes' : 'clean',
  );
  const choose = (chosen: NoteReading) => {
    localStorage.setItem(STORAGE_KEY, chosen);
    setReading(chosen);
  };
  return [reading, choose];
}
