import { type DragEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { attachmentsOfStudents, type LocalAttachment } from '#db/attachments.ts';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { isShownAsImage } from '#domain/attachments/attachment-kinds.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { useFilesNotHere, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { useLacking } from '#screens/device/first-pull.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useAbsentPeople } from '#screens/device/people-by-id.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#screens/device/signed-in.ts';
import { deleteAttachment } from '#sync/files/attached-files.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { cn } from '#ui/class-names.ts';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Select } from '#ui/select.tsx';
import { useViewport } from '#ui/viewport.ts';
import { AddFiles, UnsavedFiles } from './add-files.tsx';
import { AttachmentItem } from './attachment-item.tsx';
import { Lightbox } from './lightbox.tsx';
import { useAdding } from './use-adding.ts';
import { usePastedFiles } from './use-pasted-files.ts';

interface AttachmentsProps {
  /** One student, or those of a group: then each file says whose it is. */
  students: readonly string[];
  /** Limits the list to the files of one note; without it, all files of the student. */
  soapNote?: string;
  /** Without files, shows a line to add one instead of a card, and nothing to people who can't add any. */
  hidesEmpty?: boolean;
}

/** Those of the students whom this person has: only people who have a student may add files. */
function useInReach(students: readonly string[]): readonly string[] {
  const { auth: role, grants } = useSignedIn().profile;
  const absent = useAbsentPeople('student');
  const mayArrive = useLacking('student');
  if (mayArrive || seesWholeOrganization({ role, grants })) return students;
  return students.filter((id) => !absent.includes(id));
}

/** The students' files on this device: add, open, and delete, online and offline. */
export function Attachments({ students: all, soapNote, hidesEmpty = false }: AttachmentsProps) {
  const students = useInReach(all);
  const { profile, workspace } = useSignedIn();
  const isSending = useSyncOverview()?.isSending ?? false;
  const stored = useLocal((db) => attachmentsOfStudents(db, students), [students.join(' ')]);
  const names = useLookups();
  const isWide = useViewport() !== 'narrow';
  useFollowedFiles(students);
  const away = useFilesNotHere(students);
  const isGroup = students.length > 1;
  /** Whose files are added to a group; no one's are until that is chosen. */
  const [chosen, setChosen] = useState<string | null>(null);
  const target = isGroup ? chosen : (students[0] ?? null);
  const adding = useAdding(target, soapNote ?? null);
  const place = useRef<HTMLElement>(null);
  usePastedFiles(place, adding.add);
  const [isOver, setOver] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<LocalAttachment | null>(null);
  if (stored === undefined || names === undefined || away === undefined) return <Awaited />;
  const attachments = soapNote === undefined ? stored : stored.filter((one) => one.soap_note === soapNote);
  const nameOf = (id: string) => nameIfKnown(names.studentNames.get(id));
  const about = new Intl.ListFormat('en-US').format(students.map(nameOf));
  const mayAdd = mayUse(ownActor(profile), 'attachment.record');
  const takesFiles = mayAdd && isWide && target !== null;

  const isEmpty = attachments.length === 0;
  const notHere = `The attachments of ${new Intl.ListFormat('en-US').format(away.map(nameOf))} aren't on this device. They load when you're online.`;
  const none = away.length === 0 ? 'No attachments yet.' : notHere;
  // Of a group, some files may be here and others not.
  const saysNotHere = !isEmpty && away.length > 0;
  if (isEmpty && hidesEmpty && (!mayAdd || students.length === 0)) return null;

  const authorOf = ({ uploaded_by, uploaded_by_name }: LocalAttachment) =>
    uploaded_by === profile.user_id
      ? 'you'
      : (nameOnRow(uploaded_by, uploaded_by_name, names.providers) ?? 'someone at your office');
  const hasFiles = ({ dataTransfer }: DragEvent) => takesFiles && dataTransfer.types.includes('Files');
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    void adding.add([...event.dataTransfer.files]);
  };

  return (
    <Card
      ref={place}
      data-takes-files={takesFiles}
      aria-label={`Attachments of ${about}`}
      className={cn(
        isEmpty && hidesEmpty && 'border-transparent bg-transparent',
        isOver && 'border-primary ring-2 ring-primary',
      )}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <CardHeader
        className={cn(
          'flex-row flex-wrap items-center justify-between gap-3',
          isEmpty && hidesEmpty && 'px-0 py-0 sm:px-0',
        )}
      >
        <div className="min-w-0">
          <CardTitle>Attachments</CardTitle>
          <CardDescription>
            {isEmpty && hidesEmpty ? none : about}
            {saysNotHere && `. ${notHere}`}
            {takesFiles && (
              <span className="print:hidden">
                {saysNotHere || (isEmpty && hidesEmpty) ? '' : '.'} Drop files here, or paste them.
              </span>
            )}
          </CardDescription>
        </div>
        {mayAdd && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {isGroup && (
              <Select
                aria-label="Student whose files you add"
                className="w-60 max-w-full"
                value={chosen ?? ''}
                onChange={({ target: { value } }) => setChosen(value === '' ? null : value)}
              >
                <option value="">Choose a student…</option>
                {students.map((id) => (
                  <option key={id} value={id}>
                    {nameOf(id)}
                  </option>
                ))}
              </Select>
            )}
            <AddFiles
              adding={adding}
              about={target === null ? 'the chosen student' : nameOf(target)}
              isDisabled={target === null}
            />
          </div>
        )}
      </CardHeader>
      <UnsavedFiles adding={adding} />
      {isEmpty ? (
        !hidesEmpty && <p className="px-4 pb-4 text-muted-foreground text-sm sm:px-5">{none}</p>
      ) : (
        <ul aria-label={`Attachments of ${about}`}>
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              owner={isGroup ? nameOf(attachment.student) : null}
              author={authorOf(attachment)}
              isSending={isSending}
              onOpen={() => setOpened(attachment.id)}
              onDelete={() => setDeleting(attachment)}
            />
          ))}
        </ul>
      )}
      {opened !== null && (
        <Lightbox images={attachments.filter(isOpenable)} first={opened} onClose={() => setOpened(null)} />
      )}
      <DeleteConfirmation
        name={deleting?.file_name ?? ''}
        open={deleting !== null}
        onOpenChange={(isOpen) => !isOpen && setDeleting(null)}
        onConfirm={async () => {
          if (deleting === null) return;
          await deleteAttachment(workspace, deleting.id);
          toast.success('Attachment deleted on this device', { duration: 2_500 });
        }}
      />
    </Card>
  );
}

function isOpenable({ file_name, file, is_complete }: LocalAttachment): boolean {
  return isShownAsImage(file_name) && (file !== null || is_complete);
}
