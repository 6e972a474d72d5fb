import type { ReactNode } from 'react';
import { servicesByName } from '#db/catalog.ts';
import { goalsOfStudent } from '#db/soap-notes.ts';
import { parentsOfStudent, studentById } from '#db/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { FileGate, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { Sheet, SheetBody, SheetContent, SheetDescription, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { ParentContact } from './parent-list.tsx';
import { StudentNoteList } from './student-note-list.tsx';

interface StudentSheetProps {
  /** The student; null while it is closed. */
  student: string | null;
  onClose: () => void;
  lastSoapNote: ReactNode;
  /** A link to the student's page, if the person has one. */
  whole: ReactNode;
}

/** What a provider needs at a glance: contacts, goals, the last SOAP note, and the file's notes. */
export function StudentSheet({ student, onClose, lastSoapNote, whole }: StudentSheetProps) {
  return (
    <Sheet open={student !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {student !== null && <SheetFile student={student} lastSoapNote={lastSoapNote} whole={whole} />}
    </Sheet>
  );
}

interface SheetFileProps extends Pick<StudentSheetProps, 'lastSoapNote' | 'whole'> {
  student: string;
}

function SheetFile({ student: id, lastSoapNote, whole }: SheetFileProps) {
  const student = useLocal((db) => studentById(db, id), [id]);
  const services = useLocal(servicesByName, []);
  const parents = useLocal((db) => parentsOfStudent(db, id), [id]);
  const goals = useLocal((db) => goalsOfStudent(db, id), [id]);
  useFollowedFiles([id]);
  if (student == null || services === undefined || parents === undefined || goals === undefined) return null;
  const inWork = goals.filter(({ archived }) => !archived);
  const names = services.filter((one) => student.services.includes(one.id)).map(({ name }) => name);
  return (
    <SheetContent>
      <SheetHeader>
        <SheetTitle>{fullName(student)}</SheetTitle>
        <SheetDescription>
          {[student.grade && `Grade ${student.grade}`, ...names].filter(Boolean).join(', ')}
        </SheetDescription>
      </SheetHeader>
      <SheetBody>
        <div className="grid gap-6">
          {whole}
          <FileGate student={id}>
            <section aria-label="Parents" className="grid gap-3">
              <h3 className="font-semibold text-sm">Parents</h3>
              {parents.length === 0 && <p className="text-muted-foreground text-sm">No contacts yet.</p>}
              {parents.map((parent) => (
                <ParentContact key={parent.id} parent={parent} />
              ))}
            </section>
            <section aria-label="Goals" className="grid gap-2">
              <h3 className="font-semibold text-sm">Goals</h3>
              {inWork.length === 0 && <p className="text-muted-foreground text-sm">No active goals.</p>}
              <ul className="grid list-disc gap-2 pl-5 text-sm">
                {inWork.map((goal) => (
                  <li key={goal.id}>
                    {goal.goal_text}
                    {goal.target !== '' && (
                      <span className="block text-muted-foreground">
                        {[goal.target, goal.criterion].filter((words) => words !== '').join(', ')}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          </FileGate>
          <section aria-label="Last SOAP note" className="grid gap-2">
            <h3 className="font-semibold text-sm">Last SOAP note</h3>
            {lastSoapNote}
          </section>
          <section aria-label="Notes" className="grid gap-2">
            <h3 className="font-semibold text-sm">Notes</h3>
            <FileGate student={id}>
              <StudentNoteList student={id} isClosed={student.archived} />
            </FileGate>
          </section>
        </div>
      </SheetBody>
    </SheetContent>
  );
}
