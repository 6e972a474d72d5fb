import type { LinkProps } from '@tanstack/react-router';
import { Merge, Pencil } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { StudentFile } from '#contract/student.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { servicesByName } from '#db/catalog.ts';
import { studentById } from '#db/student-file.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { fullName } from '#domain/students/student-name.ts';
import { FileGate, StudentGate, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { headerServices } from '#screens/device/header-services.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { RecordHistory, useSeesHistory } from '#screens/list/record-history.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { type Section, SectionTabs } from '#ui/section-tabs.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ArchiveStudent } from './archive-student.tsx';
import { GoalList } from './goal-list.tsx';
import { StudentMerges } from './merged-records.tsx';
import { OfficeFacts } from './office-facts.tsx';
import { Overview } from './overview.tsx';
import { PrintedFacts } from './printed-facts.tsx';
import { StudentForm } from './student-form.tsx';
import { StudentNoteList } from './student-note-list.tsx';
import { type StudentSearch, type StudentTab, tabSearch } from './student-search.ts';
import { StudentServiceList } from './student-service-list.tsx';
import { StudentSessions } from './student-sessions.tsx';
import { Timeline } from './timeline-tab.tsx';

interface StudentInfoProps {
  id: string;
  search: StudentSearch;
  onSearch: (search: StudentSearch) => void;
  /** Where an entry of the timeline is shown. */
  placeOf: (entry: TimelineEntry) => LinkProps | null;
  /** Who viewed and changed the file; null for people who may not see it. */
  accessRecord: LinkProps | null;
  onOpenSession: (id: string) => void;
  /** Opens the merge with another record, which is chosen there if it isn't known. */
  onMerge: (other: string | null) => void;
  /** Shown for a student who doesn't exist or whom this person may not see. */
  notFound: ReactNode;
  /** Above an archived record that was merged into another one: where it went. */
  merged: ReactNode;
  /** Sections from other features. */
  soapNotes: ReactNode;
  attachments: ReactNode;
  /** Of the office: the button that transfers the student, and the transfers so far. */
  transfer: (file: StudentFile, onDone: () => Promise<void>) => ReactNode;
  transfers: (file: StudentFile, onChanged: () => Promise<void>) => ReactNode;
}

/**
 * The student's file, as far as it is on this device, which has only what the person may see; and what only
 * the office keeps, from the server.
 */
export function StudentInfo({
  id,
  search,
  onSearch,
  placeOf,
  accessRecord,
  onOpenSession,
  onMerge,
  notFound,
  merged,
  soapNotes,
  attachments,
  transfer,
  transfers,
}: StudentInfoProps) {
  const student = useLocal((db) => studentById(db, id), [id]);
  const services = useLocal(servicesByName, []);
  const { profile } = useSignedIn();
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'student.record');
  const office = useKeptAnswer(
    'student',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('student.read', { params: { id } }), [id]),
  );
  const file = office.result;
  const edit = useRecordEdit<never>();
  const seesHistory = useSeesHistory();
  // The file of a merged record went to the student who stays.
  const isMerged = student?.merged_into != null;
  useFollowedFiles(isMerged || student == null ? [] : [id]);
  if (student === undefined || services === undefined) return null;
  // A record that was merged comes with the student who stays.
  if (student === null) return <StudentGate student={file?.merged_into ?? id} notFound={notFound} />;
  const inFile = (key: StudentTab, part: ReactNode) =>
    isMerged ? (
      part
    ) : (
      <FileGate key={key} student={id}>
        {part}
      </FileGate>
    );
  const sections: Section<StudentTab>[] = [
    [
      'overview',
      'Overview',
      <Overview
        key="overview"
        student={student}
        office={
          <>
            <ServerData name="the student's details" state={office}>
              {(known) => <OfficeFacts file={known} showsInsurance={mayRecord} />}
            </ServerData>
            {mayRecord && file !== undefined && transfers(file, office.reload)}
            {mayRecord && <StudentMerges student={id} onChanged={office.reload} />}
          </>
        }
      />,
    ],
    ['sessions', 'Sessions', <StudentSessions key="sessions" student={id} onOpen={onOpenSession} />],
    ['soap', 'SOAP notes', soapNotes],
    ['goals', 'Goals', inFile('goals', <GoalList student={student} isClosed={student.archived} />)],
    ['services', 'Services', <StudentServiceList key="services" student={student} />],
    ['attachments', 'Attachments', inFile('attachments', attachments)],
    ['notes', 'Notes', inFile('notes', <StudentNoteList student={id} isClosed={student.archived} />)],
    [
      'timeline',
      'Timeline',
      <Timeline
        key="timeline"
        student={{ id, name: fullName(student) }}
        {...{ search, onSearch, placeOf, accessRecord }}
      />,
    ],
  ];
  if (seesHistory) sections.push(['history', 'History', <RecordHistory key="history" record={id} />]);
  const open = sections.find(([one]) => one === search.tab)?.[0] ?? 'overview';
  return (
    <div className="grid gap-5">
      <PageHeader
        title={fullName(student)}
        detail={headerServices(student.services, services)}
        badge={<StatusBadge active={!student.archived} />}
        actions={
          mayRecord && file === undefined && office.isAsking ? (
            // Room for the buttons, which come with the answer.
            <span className="h-9 w-106 max-w-full touch:h-11" />
          ) : mayRecord && file !== undefined && !isMerged ? (
            <span className="flex flex-wrap items-center gap-2 print:hidden">
              <Button variant="outline" onClick={edit.openNew}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              <Button variant="outline" onClick={() => onMerge(null)}>
                <Merge aria-hidden="true" />
                Merge
              </Button>
              {!file.archived && transfer(file, office.reload)}
              <ArchiveStudent student={file} onDone={office.reload} />
            </span>
          ) : undefined
        }
      />
      {merged}
      {open !== 'overview' && <PrintedFacts student={student} />}
      <SectionTabs sections={sections} tab={open} onTab={(tab) => onSearch(tabSearch({ tab }))} />
      {file !== undefined &&
        edit.form((_, { onClose }) => (
          <StudentForm
            student={file}
            onMerge={onMerge}
            // Also after a refused save: someone else may have changed the student.
            onClose={() => {
              onClose();
              void office.reload();
            }}
          />
        ))}
    </div>
  );
}
