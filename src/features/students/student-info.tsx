import type { ReactNode } from 'react';
import { servicesByName } from '#db/catalog.ts';
import { studentById } from '#db/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { GoalList } from './goal-list.tsx';
import { Overview } from './overview.tsx';
import { StudentNoteList } from './student-note-list.tsx';
import type { StudentTab } from './student-search.ts';
import { StudentServiceList } from './student-service-list.tsx';
import { StudentSessions } from './student-sessions.tsx';

interface StudentInfoProps {
  id: string;
  tab: StudentTab;
  onTab: (tab: string) => void;
  onOpenSession: (id: string) => void;
  /** Shown for a student who doesn't exist or whom this person may not see. */
  notFound: ReactNode;
  /** Sections from other features. */
  soapNotes: ReactNode;
  attachments: ReactNode;
}

/** The student's file, as far as it is on this device, which has only what the person may see. */
export function StudentInfo({
  id,
  tab,
  onTab,
  onOpenSession,
  notFound,
  soapNotes,
  attachments,
}: StudentInfoProps) {
  const student = useLocal((db) => studentById(db, id), [id]);
  const services = useLocal(servicesByName, []);
  if (student === undefined || services === undefined) return null;
  if (student === null) return notFound;
  const names = services.filter(({ id: one }) => student.services.includes(one)).map(({ name }) => name);
  const sections: [StudentTab, string, ReactNode][] = [
    ['overview', 'Overview', <Overview key="overview" student={student} />],
    ['sessions', 'Sessions', <StudentSessions key="sessions" student={id} onOpen={onOpenSession} />],
    ['soap', 'SOAP notes', soapNotes],
    ['goals', 'Goals', <GoalList key="goals" student={student} isClosed={student.archived} />],
    ['services', 'Services', <StudentServiceList key="services" student={student} />],
    ['attachments', 'Attachments', attachments],
    ['notes', 'Notes', <StudentNoteList key="notes" student={id} isClosed={student.archived} />],
  ];
  return (
    <div className="grid gap-5">
      <PageHeader
        title={fullName(student)}
        detail={names.join(', ')}
        badge={<StatusBadge active={!student.archived} />}
      />
      <Tabs value={tab} onValueChange={onTab}>
        <TabsList aria-label="Sections" className="print:hidden">
          {sections.map(([value, label]) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {sections.map(([value, , content]) => (
          <TabsContent key={value} value={value}>
            {content}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}
