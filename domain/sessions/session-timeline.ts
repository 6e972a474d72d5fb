import type { SoapStep } from '#domain/notes/soap-note.ts';

/** Something that happened to a session, and who did it when. */
export interface TimelineEntry {
  kind: 'planned' | 'entered' | 'received' | 'approved' | SoapStep['step'];
  /** ISO 8601; nothing where that isn't known, and for what is planned. */
  at: string | null;
  by: string | null;
  by_name?: string | undefined;
  /** Whose note it is about. */
  student?: string;
}

interface TimelineFacts {
  session: {
    id: string;
    provider: string;
    calendar_event_id: string | null;
    captured_by: string;
    captured_at: string;
    received_at: string | null;
    state: string;
  };
  notes: readonly { student: string; steps: readonly SoapStep[] }[];
  /** The timesheet that counts for the day; null if there is none. */
  timesheet: {
    manifest: readonly { entity: string; id: string }[];
    steps: readonly { status: string; at: string; by: string }[];
  } | null;
}

/**
 * What has happened to a session, in order: planned, entered, received, the steps of its notes,
 * approved. Only what happened is in it; an approval that was taken back is not.
 */
export function sessionTimeline({ session, notes, timesheet }: TimelineFacts): TimelineEntry[] {
  const { provider, captured_by, captured_at, received_at } = session;
  const dated: TimelineEntry[] = [
    { kind: 'entered', at: captured_at, by: captured_by },
    ...(received_at === null ? [] : [{ kind: 'received', at: received_at, by: null } as const]),
    ...notes.flatMap(({ student, steps }) =>
      steps.map(({ step, at, by, by_name }) => ({ kind: step, at, by, by_name, student })),
    ),
  ];
  const approval = approvalOf(session, timesheet);
  if (approval?.at != null) dated.push(approval);
  // What happened at the same time stays in the order of this list.
  dated.sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
  return [
    ...(session.calendar_event_id === null ? [] : [{ kind: 'planned', at: null, by: provider } as const]),
    ...dated,
    ...(approval?.at === null ? [approval] : []),
  ];
}

function approvalOf(
  { id, state }: TimelineFacts['session'],
  timesheet: TimelineFacts['timesheet'],
): TimelineEntry | null {
  const isApproved = state === 'approved' || state === 'locked';
  const covers = timesheet?.manifest.some((item) => item.entity === 'session' && item.id === id) ?? false;
  const last =
    covers || isApproved
      ? timesheet?.steps.findLast(({ status }) => status !== 'locked' && status !== 'recommended')
      : undefined;
  if (last?.status === 'approved') return { kind: 'approved', at: last.at, by: last.by };
  return isApproved ? { kind: 'approved', at: null, by: null } : null;
}
