import { authorizationsOf } from '#db/authorizations.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { serviceParts } from '#domain/caseloads/handover-dates.ts';
import { counted } from '#domain/text/counted.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { CheckRow } from '#ui/check-row.tsx';

interface TransferServicesProps {
  /** Students who are transferred. */
  records: readonly string[];
  /** The first day with the new client. */
  start_date: string;
  /** Services that end on the day before. */
  ended: ReadonlySet<string>;
  onChange: (ended: ReadonlySet<string>) => void;
}

/** The services that the students have from a day on, each with a choice: it continues with the new client, or ends. */
export function TransferServices({ records, start_date, ended, onChange }: TransferServicesProps) {
  const services = useLookups()?.services;
  const assigned = useLocal(
    (db) => studentsByService(db, records, start_date),
    [JSON.stringify(records), start_date],
  );
  if (assigned === undefined || services === undefined) return null;
  const listed = services.filter(({ id }) => assigned.has(id));
  if (listed.length === 0) {
    return <p className="text-sm">No services are assigned to them on or after this day.</p>;
  }
  const last = displayDay(dayPlus(start_date, -1));
  const toggle = (service: string) => {
    const next = new Set(ended);
    if (!next.delete(service)) next.add(service);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium">Services that continue with the new client</legend>
      <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-md border border-border p-2">
        {listed.map(({ id, name }) => (
          <li key={id}>
            <CheckRow checked={!ended.has(id)} onChange={() => toggle(id)}>
              <span className="grid min-w-0">
                <span>{name}</span>
                <span className="text-muted-foreground text-xs">
                  {counted(assigned.get(id) ?? 0, 'student')}
                  {ended.has(id) && `. Ends on ${last}; planned sessions are removed.`}
                </span>
              </span>
            </CheckRow>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** How many of the students have each service on or after a day. */
async function studentsByService(
  db: LocalDatabase,
  students: readonly string[],
  start_date: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await authorizationsOf(db, students);
  const later = rows.filter((row) => serviceParts(row, { start_date, end_date: null }) !== null);
  const had = groupedBy(later, ({ service }) => service);
  return new Map(
    [...had].map(([service, own]) => [service, new Set(own.map(({ student }) => student)).size]),
  );
}
