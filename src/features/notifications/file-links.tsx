import { Paperclip } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { keyOfFile } from '#domain/notifications/message-files.ts';
import type { MessageAttachment } from '#entities/notification.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** The file's address for a few minutes; the original link if the server can't be asked. */
function useFileAddress({ file }: MessageAttachment): string | null {
  const { engine } = useSignedIn();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    engine.api.call('notification.attachment-url', { body: { key: keyOfFile(file) } }).then(
      ({ url }) => {
        if (!isOver) setAddress(url);
      },
      (problem: unknown) => {
        const statusText = problem instanceof Error ? problem.message : String(problem);
        console.error(`Error fetching attachment URL: ${statusText}`);
        if (!isOver) setAddress(file);
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, file]);
  return address;
}

function MessageFile({ attachment }: { attachment: MessageAttachment }) {
  const address = useFileAddress(attachment);
  const [isBroken, setBroken] = useState(false);
  const { file_name } = attachment;
  if (address === null) return <span className="text-muted-foreground text-sm">{file_name}</span>;
  if (isShownAsImage(file_name) && !isBroken) {
    return (
      <img
        src={address}
        alt={file_name}
        className="max-h-80 max-w-full rounded-md border border-border object-contain"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="wrap-anywhere inline-flex items-center gap-1.5 justify-self-start font-medium text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
    >
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      {file_name}
    </a>
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
