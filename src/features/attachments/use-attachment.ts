import { useEffect, useState } from 'react';
import type { LocalAttachment } from '#db/attachments.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { readAttachment } from '#sync/files/attached-files.ts';
import { saveFile } from '#ui/save-file.ts';

/** An address under which the page can show an attachment; nothing while it is on its way. */
export interface ShownAttachment {
  address: string | null;
  /** Why it cannot be shown, in words. */
  problem: string | null;
}

const NOTHING: ShownAttachment = { address: null, problem: null };

/**
 * Opens an attachment for as long as it is shown: the address is taken back when
 * nobody shows it any more, so that no opened bytes stay behind.
 *
 * @param isWanted while it is not, nothing is opened or fetched
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

/** Hands an attachment to the person as a file. @returns why it could not be, in words */
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
