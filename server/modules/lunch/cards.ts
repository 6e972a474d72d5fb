import { ApiError } from '#contract/errors.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { LunchCard, LunchCards } from '#contract/lunch-cards.ts';
import type { Timecard } from '#contract/timecard.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { type Actor, maySeeLunch } from '#domain/access/row-rules.ts';
import type { ComplianceFilter } from '#domain/lunch/card-filters.ts';
import { findingMark, lunchCardId, needsAcknowledgment } from '#domain/lunch/lunch-card.ts';
import { canStillChange, type MealDay, workdays } from '#domain/lunch/meal-day.ts';
import { type MealFindings, mealFindings } from '#domain/lunch/meal-findings.ts';
import { policyOn } from '#domain/lunch/meal-policy.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { meal_acknowledgments } from '#server/db/schema/meal-acknowledgments.ts';
import { mealPolicies } from '#server/modules/catalog/organization-settings.ts';
import { lunchRecords } from '#server/modules/lunch/queries.ts';
import type { Call, RequestContext } from '#server/records/call.ts';
import { type CardPerson, cardPeople, cardRows, type StoredAcknowledgment } from './card-queries.ts';

/** How far back days are counted, and can be found by the id of their card. */
export const DAYS_COUNTED = 62;
const DAYS_FOUND = 400;

/** A workday with everything known about it. */
interface KnownDay {
  person: CardPerson;
  day: MealDay & { cards: Timecard[]; lunches: LunchBreak[] };
  found: MealFindings;
  acknowledgment: StoredAcknowledgment | null;
}

export async function listLunchCards(
  call: Call,
  asked: {
    start_date: string;
    end_date: string;
    provider_id?: string | undefined;
    compliance: ComplianceFilter;
  },
): Promise<LunchCards> {
  const { tx, actor, context } = call;
  const people = (await visiblePeople(tx, actor)).filter(
    ({ id }) => asked.provider_id === undefined || id === asked.provider_id,
  );
  const days = await knownDays(tx, context, people, asked.start_date, asked.end_date);
  const concerned = new Set(days.map(({ person }) => person.id));
  return {
    as_of: new Date(context.now).toISOString(),
    policy_version: policyOn(await mealPolicies(tx), asked.end_date).version,
    cards: days.map((known) => cardOf(actor, known)).filter((card) => isAsked(card, asked.compliance)),
    unsent: people
      .filter(({ id, unsent }) => unsent > 0 && concerned.has(id))
      .map(({ id, name, unsent, unsent_since }) => ({
        ...{ provider: id, provider_name: name },
        ...{ changes: unsent, since: unsent_since },
      })),
  };
}

/** Days with an unacknowledged waiver or violation, excluding the caller's own. */
export async function countUnacknowledged(call: Call): Promise<number> {
  const { tx, actor, context } = call;
  const people = (await visiblePeople(tx, actor)).filter(({ id }) => id !== actor.provider_id);
  const today = pacificDay(context.now);
  const days = await knownDays(tx, context, people, dayPlus(today, -DAYS_COUNTED), today);
  return days.filter((known) =>
    needsAcknowledgment(known.day, known.found, known.acknowledgment?.finding ?? null),
  ).length;
}

/**
 * Stores the employer's part of a waiver, or their note on a violation. It is valid for the current finding:
 * a different one needs a new acknowledgment.
 * @param id a lunch entry of the day, or the derived id of a day without one
 */
export async function acknowledgeCard(call: Call, id: string, note: string): Promise<LunchCard> {
  const { tx, actor, context } = call;
  const known = await dayOfCard(call, id);
  const { person, day, found } = known;
  if (person.id === actor.provider_id) throw new ApiError('decision.own');
  if (canStillChange(day)) {
    throw new ApiError('request.invalid', {
      message: "This day can still change. Acknowledge it once it's complete.",
    });
  }
  if (found.compliance === 'noncompliant' && note.trim() === '') {
    throw new ApiError('request.invalid', { fields: { note: 'Add a note: this day is out of compliance.' } });
  }
  const written = {
    note: note.trim(),
    finding: findingMark(day, found),
    acknowledged_by: actor.user_id,
    acknowledged_at: new Date(context.now).toISOString(),
  };
  const { provider, work_date } = day;
  await tx
    .insert(meal_acknowledgments)
    .values({ provider, work_date, ...written })
    .onConflictDoUpdate({
      target: [meal_acknowledgments.provider, meal_acknowledgments.work_date],
      set: written,
    });
  for (const lunch of day.lunches) {
    const { note: acknowledgment_note, acknowledged_by, acknowledged_at } = written;
    const acknowledged = { ...lunch, acknowledgment_note, acknowledged_by, acknowledged_at };
    await call.change(lunchRecords, { ...lunch, deleted_at: null }, acknowledged);
  }
  await call.note({
    ...{ action: 'lunch.acknowledge', entity: 'lunch', row_id: id },
    details: { on_behalf_of: provider, work_date, finding: written.finding },
  });
  const [fresh] = (await knownDays(tx, context, [person], work_date, work_date)).filter(
    (one) => one.day.work_date === work_date,
  );
  return cardOf(actor, fresh ?? known);
}

async function visiblePeople(tx: Transaction, actor: Actor): Promise<CardPerson[]> {
  return (await cardPeople(tx)).filter(({ id, services }) => maySeeLunch(actor, { provider: id }, services));
}

/** Days with a timecard or a lunch entry, newest first. */
async function knownDays(
  tx: Transaction,
  context: RequestContext,
  people: readonly CardPerson[],
  from: string,
  to: string,
): Promise<KnownDay[]> {
  // A night shift from the day before may reach into the first day.
  const rows = await cardRows(
    tx,
    people.map(({ id }) => id),
    dayPlus(from, -1),
    to,
  );
  const noted = new Map(rows.acknowledgments.map((one) => [`${one.provider} ${one.work_date}`, one]));
  const cards = byProvider(rows.timecards);
  const lunches = byProvider(rows.lunches);
  const now = new Date(context.now).toISOString();
  const policies = await mealPolicies(tx);
  return people
    .flatMap((person) =>
      [...workdays(cards.get(person.id) ?? [], lunches.get(person.id) ?? [])]
        .filter(([work_date]) => from <= work_date && work_date <= to)
        .map(([work_date, one]): KnownDay => {
          const day = { ...one, provider: person.id, work_date, has_unsent: person.unsent > 0, now };
          const acknowledgment = noted.get(`${person.id} ${work_date}`) ?? null;
          return { person, day, found: mealFindings(day, policyOn(policies, work_date)), acknowledgment };
        }),
    )
    .sort((a, b) => b.day.work_date.localeCompare(a.day.work_date));
}

function byProvider<Row extends { provider: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.provider);
    if (group === undefined) groups.set(row.provider, [row]);
    else group.push(row);
  }
  return groups;
}

async function dayOfCard(call: Call, id: string): Promise<KnownDay> {
  const { tx, actor, context } = call;
  const people = await visiblePeople(tx, actor);
  const lunch = await storedRow(tx, 'lunch', id);
  const today = pacificDay(context.now);
  const near = lunch === null ? null : pacificDay(lunch.lunch_start_time);
  const days = await knownDays(
    tx,
    context,
    lunch === null ? people : people.filter((person) => person.id === lunch.provider),
    near === null ? dayPlus(today, -DAYS_FOUND) : dayPlus(near, -1),
    near ?? dayPlus(today, 1),
  );
  const known = days.find(({ day }) =>
    near === null
      ? lunchCardId(day.provider, day.work_date, day.lunches) === id
      : day.lunches.some((one) => one.id === id),
  );
  if (known === undefined) throw new ApiError('record.absent');
  return known;
}

function cardOf(actor: Actor, { person, day, found, acknowledgment }: KnownDay): LunchCard {
  const { provider, work_date, cards, lunches } = day;
  return {
    id: lunchCardId(provider, work_date, lunches),
    provider,
    provider_name: person.name,
    work_date,
    started_at: cards[0]?.started_at ?? null,
    ended_at: cards.at(-1)?.ended_at ?? null,
    worked_minutes: found.worked_minutes,
    lunches,
    findings: found.findings,
    compliance: found.compliance,
    needs_acknowledgment: needsAcknowledgment(day, found, acknowledgment?.finding ?? null),
    may_acknowledge: mayUse(actor, 'lunch.acknowledge') && provider !== actor.provider_id,
    acknowledgment,
  };
}

function isAsked(card: LunchCard, compliance: ComplianceFilter): boolean {
  if (compliance === 'all') return true;
  return compliance === 'needs_ack' ? card.needs_acknowledgment : card.compliance === compliance;
}
