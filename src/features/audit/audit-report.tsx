import { ScrollText } from 'lucide-react';
import type { AuditPage } from '#contract/audit-log.ts';
import { AUDIT_KINDS, type AuditKind } from '#domain/access/audit-kinds.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { dayPlus, pacificDisplay } from '#domain/time/pacific.ts';
import { uuid } from '#entities/fields.ts';
import { firstKnown, namedBy, namesById } from '#screens/device/record-names.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { AUDIT_FILTERS } from './audit-filters.ts';
import { auditRows, KIND_LABELS, SUBJECTS, subjectName } from './audit-rows.ts';

const DAYS_SHOWN = 6;

interface Named {
  id: string;
  name: string;
}

const valid = (id: string) => (uuid.safeParse(id).success ? id : undefined);

/**
 * Who did and saw what, as the server recorded it. Filtered by a student it is the student's access record.
 * @param people everyone who has an account: devices know only providers
 */
export function auditLog(people: readonly Named[]) {
  return defineReport(AUDIT_FILTERS, {
    id: 'audit-log',
    title: 'Audit log',
    label: 'Audit log',
    rows: fromServer({
      name: 'the audit log',
      async ask(api, { from, to, person, student, kind, entity, record }) {
        const page = await api.call('audit.list', {
          query: {
            ...{ start_date: from, end_date: to, person: valid(person), student: valid(student) },
            ...(kind !== '' && { kind }),
            ...(entity !== '' && { entity }),
            ...(record !== '' && { record }),
          },
        });
        return { ...page, asked: record };
      },
      rows(answer: AuditPage & { asked: string }, { names }) {
        return auditRows(answer, {
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
      search: {
        label: 'Search',
        placeholder: 'Words in these entries',
        words: ({ entry, who, title, about, details, changes }) =>
          `${who} ${title} ${about} ${details} ${changes} ${entry.row_id ?? ''}`,
      },
    },
    sort: { id: 'at', desc: true },
    remark(_, all) {
      const total = all[0]?.total ?? 0;
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
      ...{ icon: ScrollText, title: 'Nothing recorded on these days' },
      help: "Try other dates. Every change is listed here, and every time someone opens a student's file.",
      filtered: 'Clear the filters, or choose a longer range.',
    },
  });
}
