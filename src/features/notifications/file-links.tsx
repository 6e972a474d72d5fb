import { Paperclip } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { FILE_ADDRESS_MS, keyOfFile } from '#domain/notifications/message-files.ts';
import type { MessageAttachment } from '#entities/notification.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { UnknownApiError } from '#sync/api-client.ts';
import { saveFile } from '#ui/save-file.ts';

interface FileAddress {
  address: string;
  /** Until when it opens without a login, in the page's own time; null for the original link, which needs one. */
  opensUntil: number | null;
}

/** A page may stay open for longer than an address is good. */
const SAFETY_MS = 30_000;

/** The file's signed address; the original link if the server doesn't give one. Null until then. */
function useFileAddress({ file }: MessageAttachment): FileAddress | null {
  const { engine } = useSignedIn();
  const [found, setFound] = useState<FileAddress | null>(null);
  useEffect(() => {
    let isOver = false;
    engine.api.call('notification.attachment-url', { body: { key: keyOfFile(file) } }).then(
      ({ url }) => {
        const opensUntil = performance.now() + FILE_ADDRESS_MS - SAFETY_MS;
        if (!isOver) setFound({ address: url, opensUntil });
      },
      (problem: unknown) => {
        console.error(`Error fetching attachment URL: ${statusTextOf(problem)}`);
        if (!isOver) setFound({ address: file, opensUntil: null });
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, file]);
  return found;
}

/** The response's status text; without one, what else is known. */
function statusTextOf(problem: unknown): string {
  const hasStatus = problem instanceof ApiError || problem instanceof UnknownApiError;
  if (hasStatus && problem.statusText !== '') return problem.statusText;
  return problem instanceof Error ? problem.message : String(problem);
}

function MessageFile({ attachment }: { attachment: MessageAttachment }) {
  const found = useFileAddress(attachment);
  const [isBroken, setBroken] = useState(false);
  const { file_name } = attachment;
  if (found === null) return <span className="text-muted-foreground text-sm">{file_name}</span>;
  if (isShownAsImage(file_name) && found.opensUntil !== null && !isBroken) {
    return (
      <img
        src={found.address}
        alt={file_name}
        className="max-h-80 max-w-full rounded-md border border-border object-contain"
        onError={() => setBroken(true)}
      />
    );
  }
  return <FileLink attachment={attachment} {...found} />;
}

function FileLink({ attachment, address, opensUntil }: FileAddress & { attachment: MessageAttachment }) {
  const { engine } = useSignedIn();
  const [problem, setProblem] = useState<string | null>(null);
  const { file, file_name } = attachment;
  // Without a signed address: a new tab has no login to show, so the page asks for the file and saves it.
  const open = async (event: MouseEvent) => {
    setProblem(null);
    if (opensUntil !== null && performance.now() < opensUntil) return;
    event.preventDefault();
    try {
      const { signal } = new AbortController();
      const params = { key: keyOfFile(file) };
      const response = await engine.api.open('notification.attachment', signal, { params });
      saveFile(file_name, await response.blob());
    } catch (failed) {
      const words = failed instanceof Error ? failed.message : String(failed);
      setProblem(`${words} The file wasn't opened. Try again.`);
    }
  };
  return (
    <>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere inline-flex items-center gap-1.5 justify-self-start font-medium text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
        onClick={(event) => void open(event)}
      >
        <Paperclip aria-hidden="true" className="size-4 shrink-0" />
        {file_name}
      </a>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
    </>
  );
}

/** The files of a message: images are shown, all others are links. */
export function MessageFiles({ attachments }: { attachments: readonly MessageAttachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label="Files" className="grid gap-2">
      {attachments.map((attachment) => (
        <li key={attachment.key} className="grid">
          <MessageFile attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}
