import { Paperclip } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { keyOfFile } from '#domain/notifications/message-files.ts';
import type { MessageAttachment } from '#entities/notification.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { saveFile } from '#ui/save-file.ts';

interface FileAddress {
  address: string;
  /** It opens without a login, for a few minutes; otherwise it's the original link, which needs one. */
  isSigned: boolean;
}

/** The file's signed address; the original link if the server doesn't give one. Null until then. */
function useFileAddress({ file }: MessageAttachment): FileAddress | null {
  const { engine } = useSignedIn();
  const [found, setFound] = useState<FileAddress | null>(null);
  useEffect(() => {
    let isOver = false;
    engine.api.call('notification.attachment-url', { body: { key: keyOfFile(file) } }).then(
      ({ url }) => {
        if (!isOver) setFound({ address: url, isSigned: true });
      },
      (problem: unknown) => {
        const statusText = problem instanceof Error ? problem.message : String(problem);
        console.error(`Error fetching attachment URL: ${statusText}`);
        if (!isOver) setFound({ address: file, isSigned: false });
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, file]);
  return found;
}

function MessageFile({ attachment }: { attachment: MessageAttachment }) {
  const found = useFileAddress(attachment);
  const [isBroken, setBroken] = useState(false);
  const { file_name } = attachment;
  if (found === null) return <span className="text-muted-foreground text-sm">{file_name}</span>;
  if (isShownAsImage(file_name) && found.isSigned && !isBroken) {
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

function FileLink({ attachment, address, isSigned }: FileAddress & { attachment: MessageAttachment }) {
  const { engine } = useSignedIn();
  const [problem, setProblem] = useState<string | null>(null);
  const { file, file_name } = attachment;
  // A new tab has no login to show: the page asks for the file and saves it.
  const save = async (event: MouseEvent) => {
    event.preventDefault();
    setProblem(null);
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
        {...(isSigned ? {} : { onClick: (event: MouseEvent) => void save(event) })}
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
