import { type ReactNode, useState } from 'react';
import { needsAcknowledgment } from '#domain/notifications/announcement-rules.ts';
import type { MessageAttachment } from '#entities/notification.ts';
import type { Signature } from '#machines/announcement-queue.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { MessageFiles } from './file-links.tsx';
import { MessageBody } from './message-body.tsx';
import { SignatureField } from './signature-field.tsx';

export interface ShownAnnouncement {
  title: string;
  display_msg: string;
  message: string;
  attachments: readonly MessageAttachment[];
  requires_acknowledgment: boolean;
  requires_signature: boolean;
}

interface AnnouncementDialogProps {
  announcement: ShownAnnouncement;
  problem: string | null;
  isStoring: boolean;
  onClose: () => void;
  onAcknowledge: (signature: Signature | null) => void;
  /** The signature changed, so that its problem is gone. */
  onDrawn: () => void;
  /** Below its files. */
  children?: ReactNode;
}

/** An announcement over the home screen. One that must be acknowledged has no close icon. */
export function AnnouncementDialog({
  announcement,
  problem,
  isStoring,
  onClose,
  onAcknowledge,
  onDrawn,
  children,
}: AnnouncementDialogProps) {
  const [signature, setSignature] = useState<Signature | null>(null);
  const mustAnswer = needsAcknowledgment(announcement);
  const { title, display_msg, message, attachments, requires_signature } = announcement;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !mustAnswer) onClose();
      }}
    >
      <DialogContent
        closable={!mustAnswer}
        className="max-w-xl"
        {...(display_msg === '' ? { 'aria-describedby': undefined } : {})}
        onInteractOutside={(event) => {
          if (mustAnswer) event.preventDefault();
        }}
        onEscapeKeyDown={(event) => {
          if (mustAnswer) event.preventDefault();
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {display_msg !== '' && <DialogDescription>{display_msg}</DialogDescription>}
        </DialogHeader>
        <MessageBody html={message} />
        <MessageFiles attachments={attachments} />
        {children}
        {requires_signature && (
          <SignatureField
            problem={problem}
            onSignature={(next) => {
              setSignature(next);
              if (next !== null) onDrawn();
            }}
          />
        )}
        {mustAnswer && (
          <DialogFooter>
            <Button progress={isStoring ? 'loading' : 'idle'} onClick={() => onAcknowledge(signature)}>
              I Acknowledge
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
