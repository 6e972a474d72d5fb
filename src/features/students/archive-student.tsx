import { Archive, ArchiveRestore } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { StudentFile } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';

type Open = ReplyOf<Endpoints['student.read-open']>;

/** Archives or restores a student after the confirmation, which says what that ends. */
export function ArchiveStudent({ student, onDone }: { student: StudentFile; onDone: () => Promise<void> }) {
  /** What the dialog asks; it stays, even if someone else archives the student meanwhile. */
  const [asked, setAsked] = useState<'Archive' | 'Restore' | null>(null);
  const label = student.archived ? 'Restore' : 'Archive';
  return (
    <>
      <Button variant="outline" onClick={() => setAsked(label)}>
        {student.archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        {label}
      </Button>
      {asked !== null && (
        <Question student={student} label={asked} onDone={onDone} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface QuestionProps {
  student: StudentFile;
  label: 'Archive' | 'Restore';
  onDone: () => Promise<void>;
  onClose: () => void;
}

function Question({ student, label, onDone, onClose }: QuestionProps) {
  const { id, version } = student;
  const isRestoring = label === 'Restore';
  const command = useServerCommand();
  const { result } = useServerData(
    useCallback(
      (api: ApiClient) =>
        isRestoring ? Promise.resolve(null) : api.call('student.read-open', { params: { id } }),
      [id, isRestoring],
    ),
  );
  return (
    <ActivateConfirmation
      buttonLabel={label}
      name={fullName(student)}
      note={
        isRestoring
          ? "Services and planned sessions don't come back. You'll need to assign services again."
          : endsWords(result)
      }
      open
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        try {
          await command(
            'student.set-archived',
            { params: { id }, body: { archived: !isRestoring } },
            version,
          );
        } finally {
          // Also after a refusal: someone else may have changed the student.
          await onDone();
        }
      }}
    />
  );
}

/** "Ends 2 services and removes 14 planned sessions (Maya Reyes 12, Sam Cho 2)." */
function endsWords(open: Open | null | undefined): string {
  const general = 'Recorded sessions and notes are kept. Providers no longer see the student.';
  if (open == null) return `Services end and planned sessions are removed. ${general}`;
  const planned = open.planned.reduce((sum, { events }) => sum + events, 0);
  const whose = open.planned.map(({ provider_name, events }) => `${provider_name} ${events}`).join(', ');
  const parts = [
    open.services.length > 0 && `ends ${counted(open.services.length, 'service')}`,
    planned > 0 && `removes ${counted(planned, 'planned session')} (${whose})`,
  ].filter(Boolean);
  const ends = parts.length === 0 ? '' : `This ${parts.join(' and ')}. `;
  const notes =
    open.unsigned_notes === 0
      ? ''
      : ` ${counted(open.unsigned_notes, 'SOAP note still needs', 'SOAP notes still need')} to be written or signed.`;
  return `${ends}${general}${notes}`;
}
