import { useState } from 'react';

/** How a note is read: its text only, or with what changed since the last one. */
export type NoteReading = 'clean' | 'changes';

const STORAGE_KEY = 'note-reading';

/** The person's preference for reading notes, with its setter; stored on the device. */
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
