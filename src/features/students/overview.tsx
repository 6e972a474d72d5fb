import type { ReactNode } from 'react';
import { rowsById } from '#db/people.ts';
import { type LocalStudent, parentsOfStudent, servicesOfStudent } from '#db/student-file.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { authorizedText, LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { FileGate, useFilesNotHere } from '#screens/device/file-gate.tsx';
import { useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { ParentList } from './parent-list.tsx';

/** The student's data, contacts, services with their providers, and what the office keeps. */
export function Overview({ student, office }: { student: LocalStudent; office: ReactNode }) {
  const named = useLookups();
  const client = useLocal(
    async (db) =>
      student.client === null
        ? null
        : ((await rowsById(db, 'client', [student.client])).get(student.client) ?? null),
    [student.client],
  );
  const assigned = useLocal((db) => servicesOfStudent(db, student.id), [student.id]);
  const parents = useLocal((db) => parentsOfStudent(db, student.id), [student.id]);
  const away = useFilesNotHere([student.id]);
  const today = useToday();
  // All at once: what comes later would move what is below it.
  if (named === undefined || client === undefined || assigned === undefined) return null;
  if (parents === undefined || away === undefined) return null;
  const school = named.locations.find(({ id }) => id === student.location);
  const services = namesById(named.services);
  const present = assigned.filter((row) => isInForce(row, today));
  const contacts = <ParentList student={student} parents={parents} isClosed={student.archived} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader>
          <CardTitle>Student</CardTitle>
        </CardHeader>
        <CardContent>
          <FactList>
            <Fact name="School">{school?.name ?? 'None'}</Fact>
            {/* A reader who has no access to the client isn't told that there is none. */}
            {(student.client === null || client !== null) && (
              <Fact name="Client">{client?.name ?? 'None'}</Fact>
            )}
            <Fact name="Grade">{student.grade || 'None'}</Fact>
            <Fact name="Date of birth">
              {student.date_of_birth === null ? 'Not entered' : displayDay(student.date_of_birth)}
            </Fact>
            <Fact name="Home language">{LANGUAGE_LABELS[student.home_language]}</Fact>
            <Fact name="Qualifications">
              {student.qualifications.length === 0
                ? 'None entered'
                : student.qualifications.map((one) => (
                    <span key={one} className="block">
                      {one}
                    </span>
                  ))}
            </Fact>
            <Fact name="Services">
              {present.length === 0
                ? 'None active'
                : present.map((row) => {
                    const provider =
                      row.provider &&
                      isolated(nameOnRow(row.provider, row.provider_name, named.providers) ?? '');
                    return (
                      <span key={row.id} className="block">
                        {services.get(row.service) ?? 'Unknown service'}
                        <span className="text-muted-foreground">
                          {' '}
                          {[provider, authorizedText(row)].filter(Boolean).join(', ')}
                        </span>
                      </span>
                    );
                  })}
            </Fact>
          </FactList>
        </CardContent>
      </Card>
      <div className="grid gap-4">
        {student.merged_into != null ? (
          contacts
        ) : (
          <FileGate student={student.id} known={away}>
            {contacts}
          </FileGate>
        )}
        {office}
      </div>
    </div>
  );
}
