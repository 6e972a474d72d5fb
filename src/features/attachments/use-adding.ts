import { useState } from 'react';
import { notSavedWords } from '#db/storage-trouble.ts';
import { fileProblems, keptFileName } from '#domain/attachments/attachment-rules.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { attachFile } from '#sync/files/attached-files.ts';

/** A file that could not be stored, and why. It stays on the page until it is retried or dismissed. */
export interface UnsavedFile {
  file: File;
  words: string;
  /** The file itself is invalid: retrying doesn't help. */
  isFinal: boolean;
}

export interface Adding {
  add: (files: Iterable<File>) => Promise<void>;
  isBusy: boolean;
  unsaved: readonly UnsavedFile[];
  retry: () => Promise<void>;
  letGo: () => void;
}

/** Adds files to a student, one after another; without a student it adds none. */
export function useAdding(student: string | null, soapNote: string | null): Adding {
  const { workspace } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const [unsaved, setUnsaved] = useState<readonly UnsavedFile[]>([]);

  const keep = async (file: File, owner: string): Promise<UnsavedFile | null> => {
    const [refused] = Object.values(fileProblems({ file_name: keptFileName(file.name), size: file.size }));
    if (refused !== undefined) return { file, words: refused, isFinal: true };
    try {
      await attachFile(workspace, { file, student: owner, soap_note: soapNote });
      return null;
    } catch (problem) {
      return { file, words: `Not saved: ${notSavedWords(problem)}`, isFinal: false };
    }
  };

  const add = async (files: Iterable<File>) => {
    if (student === null) return;
    setBusy(true);
    const failed: UnsavedFile[] = [];
    for (const file of files) {
      const outcome = await keep(file, student);
      if (outcome !== null) failed.push(outcome);
    }
    setUnsaved(failed);
    setBusy(false);
  };

  return {
    add,
    isBusy,
    unsaved,
    retry: () => add(unsaved.filter(({ isFinal }) => !isFinal).map(({ file }) => file)),
    letGo: () => setUnsaved([]),
  };
}
