import { Paperclip } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { SIGNATURE_MISSING } from '#domain/notifications/announcement-rules.ts';
import { AnnouncementDialog, type ShownAnnouncement } from './announcement-dialog.tsx';

interface MessagePreviewProps {
  announcement: ShownAnnouncement;
  /** Not on the server yet. */
  added: readonly File[];
  onClose: () => void;
}

/** A message as its recipients will see it. It asks for a signature as it will ask them. */
export function MessagePreview({ announcement, added, onClose }: MessagePreviewProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <AnnouncementDialog
      announcement={announcement}
      problem={problem}
      isStoring={false}
      onClose={onClose}
      onAcknowledge={(signature) => {
        if (announcement.requires_signature && signature === null) setProblem(SIGNATURE_MISSING);
        else onClose();
      }}
      onDrawn={() => setProblem(null)}
    >
      {added.length > 0 && (
        <ul aria-label="Files you added" className="grid gap-2">
          {added.map((file) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className="grid">
              <AddedFile file={file} />
            </li>
          ))}
        </ul>
      )}
    </AnnouncementDialog>
  );
}

/** As a file of the message looks once it is sent. */
function AddedFile({ file }: { file: File }) {
  const isImage = isShownAsImage(file.name);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isImage) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isImage]);
  if (isImage) {
    return address === null ? null : (
      <img
        src={address}
        alt={file.name}
        className="max-h-80 max-w-full rounded-md border border-border object-contain"
      />
    );
  }
  return (
    <span className="wrap-anywhere inline-flex items-center gap-1.5 font-medium text-primary text-sm">
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      {file.name}
    </span>
  );
}
