import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { mayUse } from '#domain/access/permissions.ts';
import {
  OFFICE_TIMELINE_KINDS,
  TIMELINE_KINDS,
  type TimelineKind,
} from '#domain/students/student-timeline.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { newestFirst, positionText, readPosition, type TimelineFacts } from './timeline-page.ts';
import { TIMELINE_SOURCES } from './timeline-sources.ts';

type Asked = QueryOf<Endpoints['student.read-timeline']>;

export const timelineRoutes: Module = (api) => {
  api.handle('student.read-timeline', async ({ params, query, ...call }) =>
    timelineOf(call, params.id, query),
  );
};

/** A page of a student's timeline, newest first; `next` is the cursor of the next page. Reading it is audited. */
async function timelineOf(
  call: Call,
  id: string,
  { kind, start_date, end_date, after, limit }: Asked,
): Promise<ReplyOf<Endpoints['student.read-timeline']>> {
  const student = await studentInReach(call, id);
  await call.note({ action: 'student.read-timeline', entity: 'student', row_id: id });
  const asked = {
    ...{ call, student, limit: limit + 1 },
    after: after === undefined ? null : readPosition(after),
    start: start_date === undefined ? null : pacificInstant(start_date, '00:00'),
    end: end_date === undefined ? null : pacificInstant(dayPlus(end_date, 1), '00:00'),
  };
  const found: TimelineFacts[] = [];
  for (const one of kindsFor(call, kind)) found.push(...(await TIMELINE_SOURCES[one](asked)));
  const inOrder = found.sort(newestFirst);
  const page = inOrder.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map((facts) => ({ ...NOTHING, ...facts })),
    next: last === undefined || inOrder.length <= limit ? null : positionText(last),
  };
}

function kindsFor({ actor }: Call, kind: TimelineKind | undefined): TimelineKind[] {
  const isOffice = mayUse(actor, 'audit.read');
  return TIMELINE_KINDS.filter(
    (one) => (kind === undefined || one === kind) && (isOffice || !OFFICE_TIMELINE_KINDS.includes(one)),
  );
}

/** What an entry is that says nothing. */
const NOTHING: Omit<TimelineEntry, 'id' | 'what' | 'at'> = {
  ...{ is_day: false, by_name: null, service_name: null, provider_name: null, name: null, former_name: null },
  ...{
    minutes: null,
    per: null,
    attendance: null,
    until: null,
    note_date: null,
    field: null,
    entity: null,
    changes: null,
  },
  opens: null,
};
