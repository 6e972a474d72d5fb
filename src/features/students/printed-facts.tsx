import type { LocalStudent } from '#db/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';

/** Who a printed part of the file is about. On the screen, the overview says it. */
export function PrintedFacts({ student }: { student: LocalStudent }) {
  const names = useLookups();
  const clients = usePeopleById('client');
  const { date_of_birth, grade } = student;
  const school = names?.locations.find(({ id }) => id === student.location)?.name;
  const facts = [
    date_of_birth === null ? '' : `Born ${displayDay(date_of_birth)}`,
    grade === '' ? '' : `Grade ${grade}`,
    school ?? '',
    clients.get(student.client ?? '')?.name ?? '',
  ].filter((fact) => fact !== '');
  return <p className="hidden text-sm print:block">{facts.join(' · ')}</p>;
}
