import { Link, type LinkProps, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { studentById } from '#db/student-file.ts';
import { type Holder, mayUse } from '#domain/access/permissions.ts';
import { fullName } from '#domain/students/student-name.ts';
import { KIND_OF_EVENT } from '#domain/students/student-timeline.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { uuid } from '#entities/fields.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { TransferList } from '#features/bulk-changes/transfer-list.tsx';
import { TransferStudent } from '#features/bulk-changes/transfer-student.tsx';
import { NoteList } from '#features/soap/note-list.tsx';
import { StudentInfo } from '#features/students/student-info.tsx';
import { type StudentSearch, tabSearch } from '#features/students/student-search.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from './-not-found.tsx';

/** Before any record. */
const FIRST_DAY = '2000-01-01';

interface StudentFileProps {
  id: string;
  search: StudentSearch;
  onSearch: (search: StudentSearch) => void;
  /** The list that the file was opened from. */
  list: { to: '/my-students' | '/students' | '/archived/students'; title: string };
}

/** A student's complete file, the same from every list. */
export function StudentFile({ id, search, onSearch, list }: StudentFileProps) {
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const [transfersMade, setTransfers] = useState(0);
  const student = useLocal((db) => studentById(db, id), [id]);
  const today = useToday();
  if (!uuid.safeParse(id).success) return <NotFound />;
  const holder = { role: profile.auth, grants: profile.grants };
  const other = student?.merged_into ?? null;
  // Old addresses lead on; only the archive shows the record that was merged.
  if (other !== null && list.to !== '/archived/students') {
    return <Navigate to={`${list.to}/info/$id`} params={{ id: other }} replace />;
  }
  const openSession = (session: string) =>
    void navigate({ to: '/my-sessions/info/$id', params: { id: session } });
  return (
    <div className="grid gap-3">
      <BackLink to={{ to: list.to }} title={list.title} />
      <StudentInfo
        key={id}
        id={id}
        search={search}
        onSearch={onSearch}
        placeOf={(entry) => placeOf(entry, { id, list: list.to, holder })}
        accessRecord={
          mayUse(holder, 'audit.read')
            ? { to: '/admin/audit', search: { student: id, from: FIRST_DAY, to: today } }
            : null
        }
        onOpenSession={openSession}
        onMerge={(merged) =>
          void navigate({ to: '/students/merge', search: { stays: id, merged: merged ?? undefined } })
        }
        merged={other !== null && <MergedInto id={other} />}
        notFound={<NotFound />}
        soapNotes={
          <>
            <h2 className="sr-only">SOAP notes</h2>
            <NoteList student={id} onOpenSession={openSession} />
          </>
        }
        attachments={<Attachments students={[id]} />}
        transfer={(file, onDone) => (
          <TransferStudent
            student={file}
            onDone={async () => {
              setTransfers((before) => before + 1);
              await onDone();
            }}
          />
        )}
        transfers={(file, onChanged) => (
          // A transfer of a later day leaves the student as it is.
          <TransferList key={`${file.version} ${transfersMade}`} student={id} onChanged={onChanged} />
        )}
      />
    </div>
  );
}

interface PlaceFacts {
  id: string;
  list: StudentFileProps['list']['to'];
  holder: Holder;
}

/** Where an entry of the timeline is shown: its session, its calendar, the tab that has it, or the audit. */
function placeOf({ what, at, opens }: TimelineEntry, { id, list, holder }: PlaceFacts): LinkProps | null {
  const tab = (name: string): LinkProps => ({
    to: `${list}/info/$id`,
    params: { id },
    search: tabSearch({ tab: name }),
  });
  switch (KIND_OF_EVENT[what]) {
    case 'sessions':
    case 'notes':
      return opens === null ? null : { to: '/my-sessions/info/$id', params: { id: opens } };
    case 'calendar': {
      const day = pacificDay(at);
      if (mayUse(holder, 'calendar.read-master')) {
        const search = { view: 'week', day, provider: opens ?? undefined } as const;
        return { to: '/schedules/calendar/events/get/master_calendar', search };
      }
      return { to: '/schedules/calendar/events/get/my_calendar', search: { view: 'week', day } };
    }
    case 'services':
      return tab('services');
    case 'files':
      return tab(what === 'attachment' ? 'attachments' : 'notes');
    case 'changes':
      return opens === null ? null : { to: '/admin/audit/$id', params: { id: opens } };
    case 'dates':
    case 'parents':
    case 'record':
      return tab('overview');
  }
}

/** Where the record went that this archived one was merged into. */
function MergedInto({ id }: { id: string }) {
  const student = useLocal((db) => studentById(db, id), [id]);
  return (
    <p className="rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      Merged into{' '}
      <Link to="/students/info/$id" params={{ id }} className="font-medium underline">
        {student == null ? 'another record' : fullName(student)}
      </Link>
      . Everything moved to that record.
    </p>
  );
}
