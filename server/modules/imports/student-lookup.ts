import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { type Found, Names } from './named-records.ts';

export interface NamedStudent {
  id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  client: string | null;
  client_name: string | null;
  district_student_id: string;
  archived: boolean;
}

/** How a line says which student it is about. */
export interface WhichStudent {
  district_student_id?: string | undefined;
  student_name?: { first: string; last: string } | undefined;
  student_first?: string | undefined;
  student_last?: string | undefined;
  date_of_birth?: string | undefined;
  client?: string | undefined;
}

const byName = ({ first_name, last_name }: Pick<NamedStudent, 'first_name' | 'last_name'>) =>
  `${last_name}, ${first_name}`;

/**
 * All students, archived ones too: their history and their families are imported as well. A merged record's name and number
 * mean the student whom it was merged into.
 */
export class Students {
  readonly numbers = new Names<NamedStudent>();
  readonly names = new Names<NamedStudent>();

  static async read(tx: Transaction): Promise<Students> {
    const rows = await jsonRows<NamedStudent & { merged_into: string | null }>(
      tx,
      sql`select s.id, s.first_name, s.last_name, s.date_of_birth, s.client, c.name as client_name,
          a.district_student_id, s.archived, s.merged_into
        from students s join student_accounts a on a.id = s.id left join clients c on c.id = s.client`,
    );
    const byId = new Map(rows.map(({ merged_into: _, ...row }) => [row.id, row]));
    const students = new Students();
    for (const { id, merged_into, ...known } of rows) {
      const row = byId.get(merged_into ?? id);
      if (row !== undefined) students.add(row, known);
    }
    return students;
  }

  /** @param known the name and number under which it is found */
  add(row: NamedStudent, known: Omit<NamedStudent, 'id'> = row): void {
    this.names.add(byName(known), row);
    this.numbers.add(known.district_student_id, row);
  }

  /** Those with the number, or without one with the same name and birth date; with the client, if it is given. */
  alike(wanted: {
    first_name: string;
    last_name: string;
    date_of_birth: string | null;
    district_student_id: string;
    client: string | null;
  }): NamedStudent[] {
    const isOfClient = ({ client }: NamedStudent) => wanted.client === null || client === wanted.client;
    const numbered = this.numbers.all(wanted.district_student_id).filter(isOfClient);
    if (numbered.length > 0) return numbered;
    // Within a client, an unknown birth date or number doesn't make it another student.
    const agrees = (own: string | null, other: string | null) =>
      own === other || (wanted.client !== null && (own === null || other === null));
    return this.names
      .all(byName(wanted))
      .filter(isOfClient)
      .filter(
        (one) =>
          agrees(wanted.date_of_birth, one.date_of_birth) &&
          agrees(wanted.district_student_id || null, one.district_student_id || null),
      );
  }

  /** The student that a line names. */
  find(wanted: WhichStudent): Found<NamedStudent> {
    const { district_student_id: number, student_name, student_first, student_last } = wanted;
    const first = student_name?.first ?? student_first;
    const last = student_name?.last ?? student_last;
    const isOfClient = ({ client_name }: NamedStudent) =>
      wanted.client === undefined || client_name?.toLowerCase() === wanted.client.toLowerCase();
    const isBornThen = ({ date_of_birth }: NamedStudent) =>
      wanted.date_of_birth === undefined || date_of_birth === wanted.date_of_birth;
    const name = first !== undefined && last !== undefined ? `${first} ${last}` : null;
    const found =
      number !== undefined
        ? this.numbers.all(number).filter(isOfClient)
        : this.names
            .all(`${last ?? ''}, ${first ?? ''}`)
            .filter(isOfClient)
            .filter(isBornThen);
    const [row, other] = found;
    const said = number !== undefined ? `the district student ID "${number}"` : `the name "${name ?? ''}"`;
    if (row === undefined) {
      return { fault: `No student has ${said}. Import students first, or correct it.` };
    }
    if (other === undefined) return { row };
    return {
      fault: `${found.length} students have ${said}. Add the birth date, client, or district student ID.`,
    };
  }
}
