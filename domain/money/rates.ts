import { SETTING_LABELS, type SessionSetting } from '#domain/sessions/session.ts';
import { groupedBy } from '#domain/text/grouped.ts';

/** From the most specific to the most general: the first level with a rate decides. */
export const RATE_LEVELS = ['student', 'client', 'region', 'service'] as const;
export type RateLevel = (typeof RATE_LEVELS)[number];

/** What a rate applies to, where its student, client, or region isn't named. */
export const RATE_LEVEL_LABELS: Readonly<Record<RateLevel, string>> = {
  student: 'One student',
  client: 'One client',
  region: 'One region',
  service: 'Every client',
};

/** Whom a rate at a level reaches. */
export const RATE_REACH: Readonly<Record<RateLevel, string>> = {
  student: 'Overrides every other rate.',
  client: 'For all students of this client, in one setting.',
  region: "For clients in the region who don't have their own rate.",
  service: "The service's default, for clients without any other rate.",
};

/** What a rate is for. Which of the fields are given depends on the level. */
export interface RateSubject {
  level: RateLevel;
  service: string;
  student: string | null;
  client: string | null;
  region: string | null;
  setting: SessionSetting | null;
  /** The fiscal year begins on July 1 of this year. */
  start_year: number;
}

export interface Rate extends RateSubject {
  id: string;
  /** For one hour. */
  amount_cents: number;
  /** A draft is never billed. */
  is_draft: boolean;
}

/** What a rate is looked up for. */
export interface RateQuestion {
  service: string;
  setting: SessionSetting;
  /** Null where no single student is meant. */
  student: string | null;
  client: string | null;
  /** The client's regions, in the order in which the client names them. */
  regions: readonly string[];
  start_year: number;
}

/** Why a level has no rate. */
export type RateMiss = 'not-asked' | 'draft' | 'none';

export interface RateAnswer<R extends Rate = Rate> {
  /** Null if no level has a rate. A missing rate is never zero. */
  rate: R | null;
  /** The levels above the one that matched, and why they didn't; all of them if none did. */
  missed: readonly { level: RateLevel; because: RateMiss }[];
}

type SubjectField = 'student' | 'client' | 'region' | 'setting';

/** The fields that a level needs besides service and year; the others are null. */
const NEEDED: Readonly<Record<RateLevel, readonly SubjectField[]>> = {
  student: ['student'],
  client: ['client', 'setting'],
  region: ['region'],
  service: [],
};

const MISSING: Readonly<Record<SubjectField, string>> = {
  student: 'Choose a student.',
  client: 'Choose a client.',
  region: 'Choose a region.',
  setting: 'Choose a setting.',
};

/** Validation errors by field; empty if the subject has what its level needs and nothing else. */
export function rateProblems(subject: RateSubject): Partial<Record<SubjectField, string>> {
  const problems: Partial<Record<SubjectField, string>> = {};
  for (const field of Object.keys(MISSING) as SubjectField[]) {
    const isNeeded = NEEDED[subject.level].includes(field);
    if (isNeeded && subject[field] === null) problems[field] = MISSING[field];
    if (!isNeeded && subject[field] !== null) problems[field] = `Leave blank for a ${subject.level} rate.`;
  }
  return problems;
}

/** What a rate is for, as one text: equal for rates of the same subject. `keysAt` asks for it. */
function subjectKey(subject: RateSubject): string {
  const { level, service, start_year } = subject;
  return [level, service, start_year, ...NEEDED[level].map((field) => subject[field])].join(' ');
}

/** What is known of a list of rates once it was asked. */
interface AskedRates {
  bySubject: ReadonlyMap<string, readonly Rate[]>;
  /** Those with a rate of their own: all others get the same answers. */
  students: ReadonlySet<string | null>;
  answers: Map<string, RateAnswer>;
}

// A report asks the same few questions for tens of thousands of sessions.
const asked = new WeakMap<readonly Rate[], AskedRates>();

function askedRates(rates: readonly Rate[]): AskedRates {
  const known = asked.get(rates);
  if (known !== undefined) return known;
  const added = {
    bySubject: groupedBy(rates, subjectKey),
    students: new Set(rates.map(({ student }) => student)),
    answers: new Map(),
  };
  asked.set(rates, added);
  return added;
}

/**
 * The rate that applies, by the first level that has an active one. Of several regions, the first with a rate.
 * @param rates a list that no one changes afterwards
 */
export function resolveRate<R extends Rate>(rates: readonly R[], question: RateQuestion): RateAnswer<R> {
  const { bySubject, students, answers } = askedRates(rates);
  const { service, start_year, student, client, setting, regions } = question;
  const who = student === null || students.has(student) ? student : 'any';
  const key = `${service} ${start_year} ${who} ${client} ${setting} ${regions.join(' ')}`;
  const answer = answers.get(key) ?? answerOf(bySubject, question);
  answers.set(key, answer);
  // The list has rates of one type only.
  return answer as RateAnswer<R>;
}

function answerOf(bySubject: AskedRates['bySubject'], question: RateQuestion): RateAnswer {
  const missed: { level: RateLevel; because: RateMiss }[] = [];
  for (const level of RATE_LEVELS) {
    const subjects = keysAt(level, question);
    const found = subjects.flatMap((key) => bySubject.get(key) ?? []);
    const rate = found.find(({ is_draft }) => !is_draft);
    if (rate !== undefined) return { rate, missed };
    missed.push({
      level,
      because: subjects.length === 0 ? 'not-asked' : found.length > 0 ? 'draft' : 'none',
    });
  }
  return { rate: null, missed };
}

/** The subjects that are looked up at a level, in order; none if the question doesn't name what the level needs. */
function keysAt(level: RateLevel, asked: RateQuestion): string[] {
  const { service, start_year, student, client, setting, regions } = asked;
  const key = `${level} ${service} ${start_year}`;
  switch (level) {
    case 'student':
      return student === null ? [] : [`${key} ${student}`];
    case 'client':
      return client === null ? [] : [`${key} ${client} ${setting}`];
    case 'region':
      return regions.map((region) => `${key} ${region}`);
    case 'service':
      return [key];
  }
}

const MISS_WORDS: Readonly<Record<RateLevel, Readonly<Record<RateMiss, string>>>> = {
  student: {
    'not-asked': 'no student was chosen',
    draft: "the student's rate is a draft",
    none: 'the student has no rate',
  },
  client: {
    'not-asked': 'there is no client',
    draft: "the client's rate is a draft",
    none: 'the client has no rate',
  },
  region: {
    'not-asked': 'the client has no region',
    draft: "the region's rate is a draft",
    none: 'the region has no rate',
  },
  service: {
    'not-asked': 'there is no service',
    draft: "the service's default rate is a draft",
    none: 'the service has no default rate',
  },
};

/**
 * Where a rate came from, as a sentence: "Region rate for 2026–2027: the student has no rate, and the client
 * has no rate for individual sessions."
 */
export function rateReason({ rate, missed }: RateAnswer, asked: RateQuestion): string {
  // No one asks why a list of services has no student, or why a region's has no client.
  const isTold = (level: RateLevel) => level !== 'student' && asked.client !== null;
  const told = missed.filter(({ level, because }) => because !== 'not-asked' || isTold(level));
  const said = told.map(({ level, because }) => {
    const where = level === 'client' ? ` for ${SETTING_LABELS[asked.setting].toLowerCase()} sessions` : '';
    return `${MISS_WORDS[level][because]}${because === 'not-asked' ? '' : where}`;
  });
  const last = said.pop();
  const why = last === undefined ? '' : `: ${said.length > 0 ? `${said.join(', ')}, and ` : ''}${last}`;
  const years = fiscalYearText(asked.start_year);
  const head = rate === null ? `No rate for ${years}` : `${LEVEL_WORDS[rate.level]} for ${years}`;
  return `${head}${why}.`;
}

const LEVEL_WORDS: Readonly<Record<RateLevel, string>> = {
  student: 'Student rate',
  client: 'Client rate',
  region: 'Region rate',
  service: 'Service default',
};

/** "2026–2027" */
export function fiscalYearText(start_year: number): string {
  return `${start_year}–${start_year + 1}`;
}

/** Round-half-up(minutes × hourly cents ÷ 60). */
export function lineCents(minutes: number, hourly_cents: number): number {
  return Math.floor((minutes * hourly_cents * 2 + 60) / 120);
}

/**
 * An hourly rate changed by a percentage, rounded half up to whole cents.
 * @param percent_hundredths 2.5 % is 250
 */
export function raisedCents(amount_cents: number, percent_hundredths: number): number {
  return Math.floor((amount_cents * (10_000 + percent_hundredths) * 2 + 10_000) / 20_000);
}

/**
 * The drafts for the next fiscal year of those active rates that have none there yet.
 * @param known rates of both years
 */
export function nextYearDrafts<R extends Rate>(
  known: readonly R[],
  start_year: number,
  percent_hundredths: number,
): Omit<R, 'id'>[] {
  const there = new Set(known.map(subjectKey));
  return known
    .filter((rate) => rate.start_year === start_year && !rate.is_draft)
    .map(({ id: _, ...rate }) => ({
      ...rate,
      start_year: start_year + 1,
      amount_cents: raisedCents(rate.amount_cents, percent_hundredths),
      is_draft: true,
    }))
    .filter((draft) => !there.has(subjectKey(draft)));
}
