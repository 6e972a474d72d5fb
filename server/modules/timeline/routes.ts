import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoints } from '#contract/index.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { mayUse } from '#domain/access/permissions.ts';
import {
  OFFICE_TIMELINE_KINDS,
  TIMELINE_KINDS,
  type TimelineKind,
} from '#domain/students/student-timeline.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import {
  endOfDay,
  newestFirst,
  positionText,
  readPosition,
  type TimelineAsked,
  type TimelineFacts,
} from './timeline-page.ts';
import { TIMELINE_SOURCES } from './timeline-sources.ts';

type Asked = QueryOf<Endpoints['student.read-timeline']>;

export const timelineRoutes: Module = (api) => {
  api.handle('student.read-timeline', async ({ params, query, ...call }) =>
    timelineOf(call, params.id, query),
  );
};

/**
 * A page of a student's timeline, newest first. The first one has the next days and, before them, what happened until today;
 * from there pages go on to what is later (`previous`) and earlier (`next`). Reading it is audited.
 */
async function timelineOf(
  call: Call,
  id: string,
  { kind, start_date, end_date, after, before, limit }: Asked,
): Promise<ReplyOf<Endpoints['student.read-timeline']>> {
  if (after !== undefined && before !== undefined) {
    throw new ApiError('request.invalid', { fields: { before: 'Send after or before.' } });
  }
  const student = await studentInReach(call, id);
  await call.note({ action: 'student.read-timeline', entity: 'student', row_id: id });
  const asked = {
    ...{ call, student, kinds: kindsFor(call, kind) },
    start: start_date === undefined ? null : pacificInstant(start_date, '00:00'),
    end: end_date === undefined ? null : pacificInstant(dayPlus(end_date, 1), '00:00'),
  };
  if (after !== undefined) {
    const earlier = await stretchOf({
      ...asked,
      from: readPosition(after, 'after'),
      towards: 'earlier',
      limit,
    });
    return { entries: earlier.entries.map(whole), next: earlier.end, previous: null };
  }
  const from = before === undefined ? endOfDay(pacificDay(call.context.now)) : readPosition(before, 'before');
  const most = before === undefined ? Math.floor(limit / 2) : limit;
  const later = await stretchOf({ ...asked, from, towards: 'later', limit: most });
  const ahead = later.entries.toReversed();
  if (before !== undefined) return { entries: ahead.map(whole), next: null, previous: later.end };
  const rest = limit - ahead.length;
  const earlier = await stretchOf({ ...asked, from, towards: 'earlier', limit: rest });
  return { entries: [...ahead, ...earlier.entries].map(whole), next: earlier.end, previous: later.end };
}

/** The entries from a position on, the nearest first, and where they go on; null if nothing follows. */
async function stretchOf({ kinds, ...asked }: TimelineAsked & { kinds: readonly TimelineKind[] }): Promise<{
  entries: TimelineFacts[];
  end: string | null;
}> {
  const { limit, from, towards } = asked;
  const found: TimelineFacts[] = [];
  for (const one of kinds) found.push(...(await TIMELINE_SOURCES[one]({ ...asked, limit: limit + 1 })));
  const inOrder = found.sort(towards === 'earlier' ? newestFirst : (a, b) => newestFirst(b, a));
  const entries = inOrder.slice(0, limit);
  return { entries, end: inOrder.length <= limit ? null : positionText(entries.at(-1) ?? from) };
}

function whole(facts: TimelineFacts): TimelineEntry {
  return { ...NOTHING, ...facts };
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
