import { sql } from 'drizzle-orm';
import { goalEntryId, soapNoteId } from '#domain/notes/soap-ids.ts';
import { PROMPT_LEVELS, type SoapState, type SoapStep } from '#domain/notes/soap-note.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import type { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { DEMO_SIGN_INS } from './demo-sign-ins.ts';
import type { People } from './people.ts';
import { createRandom, type Random } from './random.ts';
import type { SeededGoal } from './student-file.ts';

type SeededNote = typeof soap_notes.$inferSelect;

/** A few dozen of a pay period stay open. */
const WRITTEN = 0.985;

export interface SeededNotes {
  /** Sessions whose notes are all signed, though they weren't completed before. */
  completed: string[];
  notes: SeededNote[];
  entries: (typeof goal_entries.$inferSelect)[];
}

/** Older notes predate the app; those who log in to the demo have entered them. */
const DAYS_BACK = 14;
/** After so many days, notes are written, but for a few. */
const WRITTEN_AFTER_DAYS = 3;
const DAYS_BACK_OF_DEMO = 75;
/** So that last month and the one before it have claims. */
const DAYS_BACK_OF_CLAIMS = 92;
const PAST_SEED = 20_260_706;
const CLAIM_SEED = 20_261_125;
const WRITTEN_SEED = 20_261_126;

const SUBJECTIVE = [
  'Came in smiling and talked about the weekend.',
  'Teacher reports a good morning.',
  'Said that practice at home went well.',
  'Tired at first, settled within a few minutes.',
] as const;
const OBJECTIVE = [
  'Worked on the goals below with visual supports.',
  'Table tasks first, then a game with turns.',
  'Practiced in the classroom during centers.',
] as const;
const ASSESSMENT = [
  'Steady progress; fewer prompts than last week.',
  'Progress as expected.',
  'Harder today than last time because the task was new.',
] as const;
const RETURNED = 'Please add how many prompts you gave.';

interface NotedSession {
  id: string;
  provider: string;
  service: string;
  student_ids: string[];
  session_date: string;
  state: string;
  captured_at: string;
  /** Older, but an insurance pays only with a note. */
  is_for_claim: boolean;
  /** Older, but in the pay periods that are still looked at. */
  is_of_period: boolean;
}

/** Which sessions get notes: those of the last days, or, in large demos, all earlier ones month by month. */
export type NotedSpan = { since: string } | { from: string; to: string };

/** Notes of delivered sessions that have none, based on the stored sessions. */
export async function seedSoapNotes(
  tx: Transaction,
  present: Random,
  people: People,
  facts: {
    goals: readonly SeededGoal[];
    plans: readonly string[];
    /** Students who have left. */
    former: ReadonlySet<string>;
    today: string;
    /** `since`: the first day of the last closed pay period. */
    span: NotedSpan;
  },
): Promise<SeededNotes> {
  const { span } = facts;
  const demo = people.users
    .filter(({ email }) => DEMO_SIGN_INS.some((one) => one.email === email))
    .map(({ id }) => id);
  const sessions = await jsonRows<NotedSession>(
    tx,
    sql`select *, is_insured and not coalesce(is_usual, false) as is_for_claim,
        not coalesce(is_usual, false) and not is_insured as is_of_period from (
      select id, provider, service, student_ids, session_date, state, ${sql.raw(isoInstant('captured_at'))},
        setting, client,
        (session_date >= ${dayPlus(facts.today, -DAYS_BACK)}::date
          or (session_date >= ${dayPlus(facts.today, -DAYS_BACK_OF_DEMO)}::date and provider = any(${arrayParam(demo, 'uuid')}))
          or exists (select from students s where s.archived and s.id = any(student_ids)))
          as is_usual,
        (session_date >= ${dayPlus(facts.today, -DAYS_BACK_OF_CLAIMS)}::date
          and coalesce(client in (select a.id from client_accounts a where a.is_insurance), false)) as is_insured
      from sessions where attendance = 'delivered' and setting in ('individual', 'group')) s
      where ${
        'since' in span
          ? sql`is_usual or is_insured or session_date >= ${span.since}::date`
          : sql`session_date between ${span.from}::date and ${span.to}::date
              and not exists (select from soap_notes n where n.session = s.id)`
      }
      order by session_date, id`,
  );
  const assistants = new Set(
    people.providers.filter(({ row }) => row.needs_co_sign).map(({ row }) => row.id),
  );
  const supervisors = new Map(people.supervisions.map((one) => [one.supervisee, one.supervisor]));
  const names = new Map(people.providers.map(({ row }) => [row.id, providerName(row)]));
  const credentials = new Map(people.providers.map(({ row }) => [row.id, row.credentials]));
  const goalsOf = new Map<string, SeededGoal[]>();
  for (const goal of facts.goals) goalsOf.set(goal.student, [...(goalsOf.get(goal.student) ?? []), goal]);
  const seeded: SeededNotes = { notes: [], entries: [], completed: [] };
  // A separate random source, so that what is written late doesn't change what was there.
  const written = createRandom(WRITTEN_SEED);
  const longAgo = dayPlus(facts.today, -WRITTEN_AFTER_DAYS);
  const ofDemo = new Set(demo);
  // A separate random source, so that notes about former students don't change the others.
  const past = createRandom(PAST_SEED);
  // Nor do notes for claims.
  const claims = createRandom(CLAIM_SEED);
  for (const session of sessions) {
    const isFormer = session.student_ids.some((id) => facts.former.has(id));
    const random = isFormer ? past : session.is_of_period ? written : session.is_for_claim ? claims : present;
    const isAssistant = assistants.has(session.provider);
    const drawn = stateOf(random, session, isAssistant);
    // Those who log in to the demo keep their to-dos.
    const isPast = session.session_date <= longAgo && !ofDemo.has(session.provider) && !isFormer;
    const isWritten = isPast && written.chance(WRITTEN);
    const state = isWritten
      ? isAssistant
        ? 'co-signed'
        : 'signed'
      : isPast && session.is_of_period
        ? null
        : drawn;
    if (state === null) continue;
    if (isWritten && session.state === 'logged') seeded.completed.push(session.id);
    for (const student of session.student_ids) {
      const note = noteOf(random, session, student, state, {
        needs_co_sign: assistants.has(session.provider),
        supervisor: supervisors.get(session.provider) ?? session.provider,
        names,
        credentials,
        plan: random.pick(facts.plans),
      });
      seeded.notes.push(note);
      seeded.entries.push(...entriesOf(random, note, goalsOf.get(student) ?? []));
    }
  }
  return seeded;
}

/** A completed session has its signatures; some notes of the others are drafts, signed, or returned. */
function stateOf(random: Random, session: NotedSession, needsCoSign: boolean): SoapState | null {
  if (session.state !== 'logged') return needsCoSign ? 'co-signed' : 'signed';
  if (random.chance(0.6)) return null;
  if (!needsCoSign) return 'draft';
  return random.pick(['draft', 'signed', 'signed', 'returned'] as const);
}

function noteOf(
  random: Random,
  session: NotedSession,
  student: string,
  state: SoapState,
  facts: {
    needs_co_sign: boolean;
    supervisor: string;
    names: ReadonlyMap<string, string>;
    credentials: ReadonlyMap<string, string>;
    plan: string;
  },
): SeededNote {
  const { captured_at } = session;
  const isSigned = state === 'signed' || state === 'co-signed';
  const by = session.provider;
  const taken = (step: SoapStep['step'], person: string, comment = ''): SoapStep => ({
    ...{ step, by: person, by_name: facts.names.get(person), at: captured_at, comment },
    by_credentials: facts.credentials.get(person),
  });
  const steps = state === 'draft' ? [] : [taken('sign', by)];
  if (state === 'co-signed') steps.push(taken('co-sign', facts.supervisor));
  if (state === 'returned') steps.push(taken('return', facts.supervisor, RETURNED));
  return {
    id: soapNoteId(session.id, student),
    student,
    session: session.id,
    provider: by,
    service: session.service,
    note_date: session.session_date,
    subjective: random.pick(SUBJECTIVE),
    objective: random.pick(OBJECTIVE),
    assessment: state === 'draft' ? '' : random.pick(ASSESSMENT),
    plan: state === 'draft' ? '' : facts.plan,
    cpt_codes: [],
    dx_codes: [],
    state,
    needs_co_sign: facts.needs_co_sign,
    signed_by: isSigned ? by : null,
    signed_at: isSigned ? captured_at : null,
    co_signed_by: state === 'co-signed' ? facts.supervisor : null,
    co_signed_at: state === 'co-signed' ? captured_at : null,
    return_comment: state === 'returned' ? RETURNED : '',
    amendments: [],
    steps,
    captured_by: by,
    captured_at,
    received_at: captured_at,
    deleted_at: null,
    version: 1,
  };
}

function entriesOf(random: Random, note: SeededNote, goals: readonly SeededGoal[]): SeededNotes['entries'] {
  return goals
    .filter((goal) => goal.service === note.service && !goal.archived)
    .map((goal, index) => {
      const trials = random.pick([5, 10, 10, 20]);
      return {
        id: goalEntryId(note.id, goal.id),
        soap_note: note.id,
        student: note.student,
        provider: note.provider,
        goal: goal.id,
        pg_num: index + 1,
        trials,
        correct: random.int(Math.floor(trials / 3), trials),
        prompt_level: random.pick(PROMPT_LEVELS.slice(1)),
        comment: '',
        deleted_at: null,
        version: 1,
      };
    });
}
