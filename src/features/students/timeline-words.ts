import type { TimelineEntry } from '#contract/student-timeline.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { KIND_OF_EVENT, TIMELINE_KIND_LABELS } from '#domain/students/student-timeline.ts';
import { displayDay, displayMoment, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { auditChanges, auditTitle } from '#entities/words/audit-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel } from '#entities/words/words.ts';

/** An entry of a timeline as people read it. */
export interface TimelineLine {
  entry: TimelineEntry;
  /** Pacific. */
  day: string;
  kind: string;
  title: string;
  /** What else there is to know; empty if nothing. */
  detail: string;
}

export function timelineLine(entry: TimelineEntry, names: KnownNames): TimelineLine {
  return {
    entry,
    day: pacificDay(entry.at),
    kind: TIMELINE_KIND_LABELS[KIND_OF_EVENT[entry.what]],
    title: titleOf(entry),
    detail: detailsOf(entry, names).join(' · '),
  };
}

/** "11/19/2026 09:05 AM", or the day where only that is known. */
export function timelineMoment({ entry, day }: TimelineLine): string {
  return entry.is_day ? displayDay(day) : displayMoment(day, pacificTime(entry.at));
}

function titleOf(entry: TimelineEntry): string {
  const { what, service_name, provider_name, name } = entry;
  const service = service_name ?? name ?? 'Unknown service';
  switch (what) {
    case 'session':
      return `${service} session`;
    case 'note-sign':
      return `${service} note signed`;
    case 'note-co-sign':
      return `${service} note co-signed`;
    case 'note-return':
      return `${service} note returned`;
    case 'note-withdraw':
      return `Signature withdrawn from a ${service} note`;
    case 'note-amend':
      return `${service} note amended`;
    case 'series-begin':
      return `${service} series begins`;
    case 'series-end':
      return `${service} series ends`;
    case 'service-begin':
      return `${service} begins`;
    case 'service-renew':
      return `${service} renewed`;
    case 'service-move':
      return provider_name === null
        ? `${service} without a provider`
        : `${service} handed over to ${provider_name}`;
    case 'service-end':
      return `${service} ends`;
    case 'date':
      return fieldLabel('student', entry.field ?? '');
    case 'parent-add':
      return 'Parent added';
    case 'parent-remove':
      return 'Parent removed';
    case 'attachment':
      return 'Attachment added';
    case 'file-note':
      return 'Note added';
    case 'add':
      return 'Record created';
    case 'transfer':
      return `Transfer to ${name ?? 'an unknown client'}`;
    case 'merge':
      return `Merged with the record of ${name ?? 'another student'}`;
    case 'undo-merge':
      return `Merge with the record of ${name ?? 'another student'} undone`;
    case 'archive':
      return 'Archived';
    case 'restore':
      return 'Restored';
    case 'change': {
      const words = auditTitle(`${entry.entity ?? ''}.update` as Parameters<typeof auditTitle>[0]);
      const which = service_name ?? name;
      return which === null ? words : `${words}: ${which}`;
    }
  }
}

function detailsOf(entry: TimelineEntry, names: KnownNames): string[] {
  const { what, provider_name, former_name, name, minutes, per, attendance, until, changes } = entry;
  if (what === 'change') {
    return auditChanges({ entity: entry.entity, changes }, names).map(
      ({ label, before, after }) => `${label}: ${before} → ${after}`,
    );
  }
  const isNamed = what === 'parent-add' || what === 'parent-remove' || what === 'attachment';
  const parts = [
    attendance !== null && ATTENDANCE_LABELS[attendance],
    minutes !== null &&
      (per === null
        ? `${minutes.toLocaleString('en-US')} min`
        : authorizedText({ authorised_minutes: minutes, authorised_per: per })),
    what !== 'service-move' && provider_name,
    former_name !== null && `Before: ${former_name}`,
    isNamed && name,
    entry.note_date !== null && `Session of ${displayDay(entry.note_date)}`,
    until !== null && `Until ${displayDay(until)}`,
  ];
  return parts.filter((part) => typeof part === 'string');
}
