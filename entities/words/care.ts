import { resultWords } from '#domain/notes/goal-accuracy.ts';
import { PROMPT_LABELS, SOAP_PART_LABELS, SOAP_STATE_LABELS } from '#domain/notes/soap-note.ts';
import {
  ATTENDANCE_LABELS,
  MODALITY_LABELS,
  SESSION_STATE_LABELS,
  SETTING_LABELS,
} from '#domain/sessions/session.ts';
import { REQUEST_LABELS } from './code-labels.ts';
import type { EntityWords } from './entity-words.ts';
import {
  client,
  coded,
  counted,
  day,
  each,
  instant,
  linked,
  location,
  minutes,
  NONE,
  person,
  plain,
  type Say,
  service,
  session as sessionName,
  shortStudent,
  shortStudents,
  student,
  time,
  timeSpan,
  zone,
} from './say.ts';
import { captured, provider } from './shared-fields.ts';

/** "9:00–9:30 AM, 30 minutes, 20 direct and 10 indirect" */
const sessionTime: Say = (value, names) => {
  const row: Record<string, unknown> = Object(value);
  const said = (say: Say<never>, field: string) => (row[field] === undefined ? '?' : say(row[field], names));
  return [
    timeSpan(row.start_time ?? '?', row.end_time ?? '?', names),
    row.actual_minutes === undefined ? '' : minutes(row.actual_minutes, names),
    row.indirect_minutes === undefined || row.indirect_minutes === 0
      ? ''
      : `${said(plain, 'direct_minutes')} direct and ${said(plain, 'indirect_minutes')} indirect`,
  ]
    .filter((part) => part !== '')
    .join(', ');
};

/** Of a request: which fields it touches. */
const touched: Say = (value) =>
  Object.keys(Object(value) as object)
    .map((name) => {
      const word = Object.hasOwn(session.fields, name)
        ? session.fields[name as keyof typeof session.fields]
        : name;
      return (typeof word === 'string' ? word : word.label).toLowerCase();
    })
    .join(', ') || NONE;

export const session: EntityWords<'session'> = {
  one: 'session',
  title: (row) => [
    [day, row.session_date],
    [time, row.start_time],
    [shortStudents, row.student_ids],
  ],
  weighed: (row) => [
    [day, row.session_date],
    [time, row.start_time],
    [minutes, row.actual_minutes],
    [shortStudents, row.student_ids],
  ],
  fields: {
    student_ids: { label: 'Students', say: each(student) },
    service: { label: 'Service', say: service },
    provider,
    session_date: { label: 'Date', say: day },
    start_time: { label: 'Start time', say: time },
    end_time: { label: 'End time', say: time },
    time_zone: { label: 'Time zone', say: zone },
    actual_minutes: { label: 'Duration', say: minutes },
    scheduled_minutes: { label: 'Scheduled', say: minutes },
    duration_reason: 'Reason for the change',
    direct_minutes: { label: 'Direct', say: minutes },
    indirect_minutes: { label: 'Indirect', say: minutes },
    location: { label: 'Location', say: location },
    setting: { label: 'Setting', say: coded(SETTING_LABELS) },
    modality: { label: 'Modality', say: coded(MODALITY_LABELS) },
    attendance: { label: 'Attendance', say: coded(ATTENDANCE_LABELS) },
    reason: 'Attendance reason',
    make_up_of: { label: 'Makes up for', say: sessionName },
    calendar_event_id: { label: 'Planned in the calendar', say: linked },
    notes: 'Notes',
    client: { label: 'Client', say: client },
    state: { label: 'State', say: coded(SESSION_STATE_LABELS) },
    changeDuration: 'Changed duration',
    approval_request: { label: 'Approval', say: coded(REQUEST_LABELS) },
    requests: { label: 'Requests', say: counted },
    late_for_payroll: 'Late for payroll',
    late_for_client: 'Late for billing',
    has_overlap: 'Overlap',
    is_possible_duplicate: 'Possible duplicate',
    is_history: 'From previous system',
    ...captured,
  },
  extraFields: {
    kind: { label: 'Request', say: coded({ edit: 'A change', deletion: 'A deletion' }) },
    changes: { label: 'Changed fields', say: touched },
  },
  together: { time: { label: 'Time', say: sessionTime } },
  commands: { 'session.request': 'Request about a session' },
};

export const soap_note: EntityWords<'soap_note'> = {
  one: 'SOAP note',
  title: (row) => [
    [day, row.note_date],
    [shortStudent, row.student],
  ],
  fields: {
    student: { label: 'Student', say: student },
    note_date: { label: 'Date', say: day },
    service: { label: 'Service', say: service },
    session: { label: 'Session', say: sessionName },
    subjective: SOAP_PART_LABELS.subjective,
    objective: SOAP_PART_LABELS.objective,
    assessment: SOAP_PART_LABELS.assessment,
    plan: SOAP_PART_LABELS.plan,
    cpt_codes: { label: 'Procedures (CPT)', say: each(plain) },
    dx_codes: { label: 'Diagnoses (DX)', say: each(plain) },
    provider,
    provider_name: 'Provider name',
    state: { label: 'State', say: coded(SOAP_STATE_LABELS) },
    needs_co_sign: 'Needs a co-signature',
    signed_by: { label: 'Signed by', say: person },
    signed_at: { label: 'Signed at', say: instant },
    co_signed_by: { label: 'Co-signed by', say: person },
    co_signed_at: { label: 'Co-signed at', say: instant },
    return_comment: "Co-signer's comment",
    amendments: { label: 'Amendments', say: counted },
    steps: { label: 'Signatures and amendments', say: counted },
    ...captured,
  },
  extraFields: {
    comment: 'Comment',
    text: 'Amendment',
    content_sha256: { label: 'Signed content', say: linked },
  },
  commands: {
    'soap.sign': 'SOAP note signed',
    'soap.co-sign': 'SOAP note co-signed',
    'soap.return': 'SOAP note returned',
    'soap.withdraw': 'SOAP note signature withdrawn',
    'soap.amend': 'SOAP note amended',
  },
};

export const goal_entry: EntityWords<'goal_entry'> = {
  one: 'goal in a SOAP note',
  title: (row) => [[shortStudent, row.student]],
  fields: {
    student: { label: 'Student', say: student },
    soap_note: { label: 'In a SOAP note', say: linked },
    goal: { label: 'About a goal', say: linked },
    pg_num: 'Position in the note',
    trials: 'Trials',
    correct: 'Correct',
    prompt_level: { label: 'Prompt level', say: coded(PROMPT_LABELS) },
    comment: 'Comment',
    provider,
  },
  together: {
    trials: {
      label: 'Trials',
      say: (value) => {
        const { trials, correct }: Record<string, unknown> = Object(value);
        const count = (one: unknown) => (typeof one === 'number' ? one : null);
        return resultWords({ trials: count(trials), correct: count(correct) }) ?? NONE;
      },
    },
  },
};
