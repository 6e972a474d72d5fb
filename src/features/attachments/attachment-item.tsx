import {
  CheckCheck,
  CloudOff,
  Download,
  File as FileIcon,
  HardDriveDownload,
  ImageIcon,
  type LucideIcon,
  RefreshCw,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import type { LocalAttachment } from '#db/attachments.ts';
import { mayDeleteAttachment } from '#domain/access/row-rules.ts';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Spinner } from '#ui/spinner.tsx';
import { type StateTone, sizeWords, stateWords } from './attachment-words.ts';
import { useAttachment, useSaving } from './use-attachment.ts';

/** Larger images on the server are fetched when opened, not for a thumbnail. */
const LARGEST_PREVIEW_BYTES = 5 * 1024 * 1024;

const LOOKS: Record<StateTone, { icon: LucideIcon; className: string }> = {
  waiting: { icon: HardDriveDownload, className: 'text-primary' },
  sending: { icon: RefreshCw, className: 'text-primary' },
  sent: { icon: CheckCheck, className: 'text-success' },
  attention: { icon: TriangleAlert, className: 'text-destructive' },
  elsewhere: { icon: CloudOff, className: 'text-muted-foreground' },
};

interface AttachmentItemProps {
  attachment: LocalAttachment;
  /** Whose file it is, where there could be several. */
  owner: string | null;
  /** Who attached it. */
  author: string;
  /** Whether this device is uploading something now. */
  isSending: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** One attachment: an image as a thumbnail that opens large, anything else as a download link. */
export function AttachmentItem({
  attachment,
  owner,
  author,
  isSending,
  onOpen,
  onDelete,
}: AttachmentItemProps) {
  const { profile } = useSignedIn();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = useSaving();
  const { file_name, file, is_complete } = attachment;
  const isHere = file !== null || is_complete;
  const isImage = isShownAsImage(file_name);
  const { text, tone } = stateWords(attachment, isSending);
  const { icon: Icon, className } = LOOKS[tone];
  const press = async () => {
    if (isImage) return onOpen();
    setSaving(true);
    setProblem(await save(attachment));
    setSaving(false);
  };
  return (
    <li className="flex items-start gap-3 border-border border-t px-4 py-3 first:border-t-0 sm:px-5">
      {isImage ? <Preview attachment={attachment} onOpen={onOpen} /> : <Kind icon={FileIcon} />}
      <div className="grid min-w-0 flex-1 gap-0.5">
        {isHere ? (
          <button
            type="button"
            className="inline-flex min-w-0 items-center gap-1.5 justify-self-start text-left font-medium text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
            onClick={() => void press()}
          >
            <span className="wrap-anywhere">{file_name}</span>
            {!isImage &&
              (isSaving ? <Spinner /> : <Download aria-hidden="true" className="size-4 shrink-0" />)}
            <span className="sr-only">{isImage ? ', open large' : ', save this file'}</span>
          </button>
        ) : (
          <p className="wrap-anywhere font-medium text-sm">{file_name}</p>
        )}
        {owner !== null && <p className="text-xs">For {owner}</p>}
        <p className="text-muted-foreground text-xs tabular-nums">
          {sizeWords(attachment.size)}, {author}, {pacificDisplay(attachment.captured_at)}
        </p>
        <p className="flex items-start gap-1.5 font-medium text-xs leading-4 tabular-nums">
          <Icon aria-hidden="true" className={cn('size-4 shrink-0', className)} />
          <span className={className}>{text}</span>
        </p>
        {problem !== null && (
          <p role="alert" className="text-destructive text-xs">
            {problem}
          </p>
        )}
      </div>
      {mayDeleteAttachment(ownActor(profile), attachment) && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${file_name}`}
          className="text-muted-foreground"
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}

function Preview({ attachment, onOpen }: { attachment: LocalAttachment; onOpen: () => void }) {
  const { file, is_complete, size, file_name } = attachment;
  const isWanted = file !== null || (is_complete && size <= LARGEST_PREVIEW_BYTES);
  const { address } = useAttachment(attachment, isWanted);
  const [isBroken, setBroken] = useState(false);
  if (address === null || isBroken) return <Kind icon={ImageIcon} />;
  return (
    // The name next to it is the button for everyone; this is the larger pointer target.
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="size-14 shrink-0 overflow-hidden rounded-md border border-border"
      onClick={onOpen}
    >
      <img src={address} alt={file_name} className="size-full object-cover" onError={() => setBroken(true)} />
    </button>
  );
}

function Kind({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-md border border-border bg-muted text-muted-foreground">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}
