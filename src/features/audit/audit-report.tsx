import { ScrollText } from 'lucide-react';
import type { AuditPage } from '#contract/audit-log.ts';
import { AUDIT_KINDS, type AuditKind } from '#domain/access/audit-kinds.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { dayPlus, displayDay, pacificDay, pacificDisplay } from '#domain/time/pacific.ts';
import { uuid } from '#entities/fields.ts';
import { firstKnown, namedBy, namesById } from '#screens/device/record-names.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { AUDIT_FILTERS } from './audit-filters.ts';
import { type AuditRow, auditRows, KIND_LABELS, SUBJECTS, subjectName } from './audit-rows.ts';

const DAYS_SHOWN = 6;

interface Named {
  id: string;
  name: string;
}

/** The search for words that is in progress: only the latest one goes on. */
export interface AuditSearch {
  /** @returns whether its answer is still wanted */
  begin: () => () => boolean;
  /** Says since when all entries have been looked at; null once it is over. */
  tell: (searched_to: string | null) => void;
}

interface Found extends Omit<AuditPage, 'next' | 'searched_to'>, Pick<AuditRow, 'asked' | 'searched_to'> {}

/** So many entries that a search found are shown at most. */
const MOST_FOUND = 2_000;
/** The server takes no more. */
const MOST_SEARCHED = 200;

const valid = (id: string) => (uuid.safeParse(id).success ? id : undefined);

/**
 * Who did and saw what, as the server recorded it. Filtered by a student it is the student's access record.
 * @param people everyone who has an account: devices know only providers
 * @param search follows the search for words that is in progress
 * @param isNarrowed whether the server leaves out entries of the days
 */
export function auditLog(people: readonly Named[], search: AuditSearch, isNarrowed: boolean) {
  return defineReport(AUDIT_FILTERS, {
    id: 'audit-log',
    title: 'Audit log',
    label: 'Audit log',
    rows: fromServer({
      name: 'the audit log',
      async ask(api, { from, to, person, student, kind, entity, record, search: typed }) {
        const words = typed.trim().slice(0, MOST_SEARCHED);
        const query = {
          ...{ start_date: from, end_date: to, person: valid(person), student: valid(student) },
          ...(kind !== '' && { kind }),
          ...(entity !== '' && { entity }),
          ...(record !== '' && { record }),
          ...(words !== '' && { words }),
        };
        const isWanted = search.begin();
        try {
          const first = await api.call('audit.list', { query });
          const entries = [...first.entries];
          let { next, searched_to } = first;
          // Each request looks at a part of the entries, so that none takes long.
          while (next != null && entries.length < MOST_FOUND) {
            if (!isWanted()) throw new Error('Another search has begun.');
            search.tell(searched_to ?? null);
            const page: AuditPage = await api.call('audit.list', { query: { ...query, before: next } });
            entries.push(...page.entries);
            ({ next, searched_to } = page);
          }
          return {
            ...{ as_of: first.as_of, asked: record, entries },
            total: words === '' ? first.total : entries.length,
            searched_to: next == null ? null : (searched_to ?? null),
          };
        } finally {
          if (isWanted()) search.tell(null);
        }
      },
      rows({ entries, ...answer }: Found, { names }) {
        return auditRows(entries, answer, {
          students: namedBy(names.students, fullName),
          services: namesById(names.services),
          locations: namesById(names.locations),
          providers: firstKnown(namesById(people), namedBy(names.providers, providerName)),
        });
      },
      asOf: ({ as_of }) => as_of,
    }),
    rowId: ({ entry }) => String(entry.id),
    opens: ({ entry }) => String(entry.id),
    rowHeight: 52,
    tightRowHeight: 64,
    days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
    filters: {
      person: { label: 'Person', choices: () => people },
      student: { label: 'Student', everyone: 'student' },
      kind: {
        label: 'Action',
        choices: () => AUDIT_KINDS.map((id: AuditKind) => ({ id, name: KIND_LABELS[id] })),
      },
      entity: { label: 'Kind of record', choices: () => SUBJECTS },
      record: {
        label: 'Record',
        choices: (_, [first]) =>
          first === undefined || first.asked === '' ? [] : [{ id: first.asked, name: 'One record' }],
      },
      // The server's matter: it looks through all entries, the list has only the newest.
      search: { label: 'Search', placeholder: 'Words in these entries' },
    },
    sort: { id: 'at', desc: true },
    remark(_, all) {
      const [{ total, searched_to } = { total: 0, searched_to: null }] = all;
      if (searched_to !== null) {
        return `The newest ${all.length.toLocaleString('en-US')} that match, searched back to ${displayDay(pacificDay(searched_to))}. Choose an earlier end date to see the rest.`;
      }
      if (total <= all.length) return '';
      return `The newest ${all.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} entries. Choose a shorter range to see the rest.`;
    },
    totals(rows) {
      const count = (kind: AuditKind) => rows.filter((row) => row.kind === kind).length;
      return [
        ['Entries', rows.length],
        ['Viewed', count('viewed')],
        ['Changed', count('changed')],
        ['People', new Set(rows.flatMap(({ entry }) => entry.by ?? [])).size],
      ];
    },
    columns: [
      {
        ...{ id: 'at', header: 'Time', kind: 'instant', width: '11.5rem', tightWidth: '7.5rem' },
        value: ({ entry }) => entry.at,
        // Entries of one moment keep their order.
        sortBy: ({ entry }) => `${entry.at} ${String(entry.id).padStart(16, '0')}`,
        cell: ({ entry }) => <span className="whitespace-normal">{pacificDisplay(entry.at)}</span>,
      },
      {
        ...{ id: 'who', header: 'Person', width: '11rem', tightWidth: '8.5rem' },
        value: ({ who }) => who,
        cell: ({ who }) => <ClampedText text={who} />,
      },
      {
        ...{ id: 'title', header: 'Action', width: '14rem', tightWidth: '11rem' },
        value: ({ title }) => title,
        cell: ({ title }) => <ClampedText text={title} />,
      },
      {
        ...{ id: 'about', header: 'About', width: '11rem', tightWidth: '8.5rem' },
        value: ({ about }) => about,
      },
      {
        id: 'entity',
        header: 'Kind of record',
        only: 'file',
        value: ({ entry }) => subjectName(entry.entity),
      },
      { id: 'record', header: 'Record ID', only: 'file', value: ({ entry }) => entry.row_id },
      {
        ...{ id: 'changes', header: 'What changed', only: 'wide' },
        value: ({ changes }) => changes,
        cell: ({ changes, details }) => <ClampedText text={changes || details} />,
      },
      { id: 'details', header: 'Details', only: 'file', value: ({ details }) => details },
    ],
    empty: {
      icon: ScrollText,
      title: isNarrowed ? 'No matches' : 'Nothing recorded on these days',
      help: isNarrowed
        ? 'Clear the filters, or choose a longer range.'
        : "Try other dates. Every change is listed here, and every time someone opens a student's file.",
    },
  });
}
