import { Pencil, Plus } from 'lucide-react';
import type { LocalParent, LocalStudent } from '#db/student-file.ts';
import { LANGUAGE_LABELS, RELATIONSHIP_LABELS } from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import { EmailLink, PhoneLink } from '#screens/contact-links.tsx';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { ParentForm } from './parent-form.tsx';

interface ParentListProps {
  student: LocalStudent;
  parents: readonly LocalParent[];
  isClosed: boolean;
}

/** The student's parents, with links to call or write to them. */
export function ParentList({ student, parents, isClosed }: ParentListProps) {
  const edit = useRecordEdit<LocalParent>();
  return (
    <Card>
      <CardHeader className="flex flex-row items-center justify-between">
        <CardTitle>Parents</CardTitle>
        {!isClosed && (
          <Button size="sm" variant="outline" onClick={edit.openNew}>
            <Plus aria-hidden="true" />
            Add parent
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {parents.length === 0 ? (
          <p className="text-muted-foreground text-sm">No contacts yet.</p>
        ) : (
          <ul aria-label="Parents" className="grid gap-4">
            {parents.map((parent) => (
              <li key={parent.id} className="flex flex-wrap items-start justify-between gap-3">
                <ParentContact parent={parent} />
                {!isClosed && (
                  <Button size="sm" variant="ghost" onClick={() => edit.open(parent)}>
                    <Pencil aria-hidden="true" />
                    Edit<span className="sr-only"> {fullName(parent)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </CardContent>
      {edit.form((parent, leads) => (
        <ParentForm
          student={student.id}
          parent={parent}
          isFirst={parents.length === 0}
          homeLanguage={student.home_language}
          {...leads}
        />
      ))}
    </Card>
  );
}

export function ParentContact({ parent }: { parent: LocalParent }) {
  return (
    <div className="grid min-w-0 gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{fullName(parent)}</span>
        {parent.is_primary && <Badge>Primary contact</Badge>}
        {parent.record_state !== 'sent' && <RecordState state={parent.record_state} />}
      </p>
      <p className="text-muted-foreground">
        {RELATIONSHIP_LABELS[parent.relationship]}, {LANGUAGE_LABELS[parent.language]}
      </p>
      <p className="flex flex-wrap gap-x-5">
        {parent.phone !== '' && <PhoneLink phone={parent.phone} name={fullName(parent)} />}
        {parent.email !== '' && <EmailLink email={parent.email} name={fullName(parent)} />}
      </p>
    </div>
  );
}
