import { useEffect, useState } from 'react';
import type { LocalAttachment } from '#db/attachments.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { readAttachment } from '#sync/files/attached-files.ts';
import { saveFile } from '#ui/save-file.ts';

/** An object URL of the attachment; undefined while it is loading. */
export interface ShownAttachment {
  address: string | null;
  /** Why it can't be shown. */
  problem: string | null;
}

const NOTHING: ShownAttachment = { address: null, problem: null };

/**
 * Opens an attachment for as long as it is shown. The object URL is revoked afterwards, so no decrypted bytes
 * stay in memory.
 * @param isWanted while false, nothing is decrypted or fetched
 */
export function useAttachment(attachment: LocalAttachment, isWanted: boolean): ShownAttachment {
  const { engine } = useSignedIn();
  const { id, file_name, sha256 } = attachment;
  const [shown, setShown] = useState(NOTHING);
  useEffect(() => {
    if (!isWanted) return;
    let address: string | null = null;
    let isOver = false;
    readAttachment(engine.sender, { id, file_name, sha256 }).then(
      (blob) => {
        if (isOver) return;
        address = URL.createObjectURL(blob);
        setShown({ address, problem: null });
      },
      (problem: unknown) => {
        if (!isOver) setShown({ address: null, problem: wordsOf(problem) });
      },
    );
    return () => {
      isOver = true;
      if (address !== null) URL.revokeObjectURL(address);
      setShown(NOTHING);
    };
  }, [engine, id, file_name, sha256, isWanted]);
  return shown;
}

/**
 * Downloads an attachment for the person.
 * @returns the error message, if it failed
 */
export function useSaving(): (attachment: LocalAttachment) => Promise<string | null> {
  const { engine } = useSignedIn();
  return async (attachment) => {
    try {
      saveFile(attachment.file_name, await readAttachment(engine.sender, attachment));
      return null;
    } catch (problem) {
      return wordsOf(problem);
    }
  };
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
