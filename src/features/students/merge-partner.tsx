import { useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { studentsById } from '#db/people.ts';
import type { LocalStudent } from '#db/student-file.ts';
import { bornWords, choiceHint, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { AlikeStudents } from './alike-students.tsx';
import { askArchivedStudents } from './archived-students.tsx';

interface MergePartnerProps {
  student: LocalStudent;
  onChoose: (other: string) => void;
}

/** Chooses the record to merge into this one: similar names first, then any other student. */
export function MergePartner({ student, onChoose }: MergePartnerProps) {
  const named = useLookups();
  const students = useLocal(studentsById, []);
  // Those archived long ago aren't on this device.
  const { result: archived } = useServerData(askArchivedStudents);
  const options = useMemo(() => {
    const schools = namesById(named?.locations ?? []);
    const known = new Map<string, Student>([
      ...(archived ?? []).map((one) => [one.id, one] as const),
      ...(students ?? []),
    ]);
    const offered = [...known.values()].filter(
      ({ id, merged_into }) => id !== student.id && merged_into == null,
    );
    const hints = namesakeHints(offered, { schools: named?.locations ?? [], clients: [] });
    return offered
      .map((one) => ({
        value: one.id,
        label: `${one.last_name}, ${one.first_name}`,
        ...choiceHint(
          [
            one.date_of_birth !== null && displayDay(one.date_of_birth),
            schools.get(one.location ?? ''),
            one.archived && 'Archived',
          ],
          // The whole date is said already.
          hints.get(one.id)?.filter((hint) => hint !== bornWords(one.date_of_birth ?? '')),
        ),
      }))
      .sort((a, b) => a.label.localeCompare(b.label));
  }, [named, students, archived, student.id]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Other record of {fullName(student)}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <AlikeStudents
          first_name={student.first_name}
          last_name={student.last_name}
          but={student.id}
          onCompare={onChoose}
        />
        <Field label="Student" description="Search by name, date of birth, or school.">
          <Combobox
            name="merged"
            options={options}
            searchLabel="Find a student"
            value={null}
            onValueChange={onChoose}
          />
        </Field>
      </CardContent>
    </Card>
  );
}
