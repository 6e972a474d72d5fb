import { z } from 'zod';
import { SESSION_SETTINGS } from '#domain/sessions/session.ts';
import { day, uuid, wallTime } from '#entities/fields.ts';
import { rate } from '#entities/rate.ts';
import { defineEndpoints } from './endpoint.ts';
import { named } from './named.ts';

const { Row, Body, Changes } = rate;
export type Rate = z.output<typeof Row>;
export type RateBody = z.output<typeof Body>;
export type RateChanges = z.output<typeof Changes>;

const params = z.strictObject({ id: uuid });
const year = z.string().regex(/^20\d\d$/, 'Enter a year from 2000 to 2099.');
const years = { start_year: year, end_year: year };

/** A fiscal year ends in the year after the one in which it begins. */
function withFiscalYear<Params extends z.ZodObject>(asked: Params): Params {
  return asked.refine(({ start_year, end_year }) => Number(end_year) === Number(start_year) + 1, {
    path: ['end_year'],
    message: 'A fiscal year ends the year after it begins.',
  });
}

/** Whose rates: of a client and its students, of a region, or with neither the defaults of services. */
const NextYearBody = z.strictObject({
  client: uuid.nullable(),
  region: uuid.nullable(),
  start_year: Body.shape.start_year.max(2098, 'Enter a year from 2000 to 2098.'),
  /** In hundredths of a percent: 2.5 % is 250. */
  percent_hundredths: z.int().min(-9_000, 'Enter at least -90%.').max(10_000, 'Enter at most 100%.'),
});
export type NextYearBody = z.output<typeof NextYearBody>;

/** Which rate a service and setting get, and in words why. */
const RateInUse = z.object({
  service: uuid,
  setting: z.enum(SESSION_SETTINGS),
  /** Null if there is none: the sessions can't be billed. */
  rate: uuid.nullable(),
  reason: z.string(),
});
const RatesOfYear = z.object({ rates: z.array(Row), in_use: z.array(RateInUse) });
export type RatesOfYear = z.output<typeof RatesOfYear>;

const cents = z.int();
/** What saving a rate does to sessions that aren't on an invoice yet; the sums are over those that change. */
const RatePreview = z.object({
  /** Sessions whose amount changes. */
  count: z.int(),
  before_cents: cents,
  after_cents: cents,
  /** Sessions that can't be billed now and can be then, and the other way around. */
  newly_billable: z.int(),
  newly_blocked: z.int(),
  /** The first 200 of them, by date. An amount is null where the session can't be billed. */
  sessions: z.array(
    z.object({
      id: uuid,
      session_date: day,
      start_time: wallTime,
      client_name: z.string(),
      students: z.array(z.string()),
      before_cents: cents.nullable(),
      after_cents: cents.nullable(),
    }),
  ),
});
export type RatePreview = z.output<typeof RatePreview>;

const NEW = '/api/clients/info/rates/new/';
const EDIT = '/api/clients/info/rates/edit/{id}/';

export const rateEndpoints = defineEndpoints({
  'rate.list-of-client': {
    method: 'GET',
    path: '/api/clients/info/rates/{id}/{start_year}/{end_year}/',
    summary: "A fiscal year's rates that can apply to a client, and which ones its services use",
    policy: 'rate.read',
    params: withFiscalYear(z.strictObject({ id: uuid, ...years })),
    reply: RatesOfYear,
  },
  'rate.list-of-region': {
    method: 'GET',
    path: '/api/clients/region/rates/{region}/{start_year}/{end_year}/',
    summary: "A fiscal year's region rates and service defaults, and which ones apply",
    policy: 'rate.read',
    params: withFiscalYear(z.strictObject({ region: uuid, ...years })),
    reply: RatesOfYear,
  },
  'rate.list-of-services': {
    method: 'GET',
    path: '/api/clients/service/rates/{start_year}/{end_year}/',
    summary: "A fiscal year's service defaults, and which ones apply",
    policy: 'rate.read',
    params: withFiscalYear(z.strictObject(years)),
    reply: RatesOfYear,
  },
  'rate.list-choices': {
    method: 'GET',
    path: NEW,
    summary: 'What a new rate can be for; with a client, its active students too',
    policy: 'rate.record',
    query: z.strictObject({ client: uuid.optional() }),
    reply: z.object({
      services: z.array(named),
      regions: z.array(named),
      students: z.array(z.object({ id: uuid, first_name: z.string(), last_name: z.string() })),
    }),
  },
  'rate.create': {
    method: 'POST',
    path: NEW,
    summary: 'Add a rate',
    policy: 'rate.record',
    body: Body,
    reply: Row,
    status: 201,
  },
  'rate.create-next-year': {
    method: 'POST',
    path: '/api/clients/info/rates/next-year/',
    summary: "Add drafts for the next fiscal year from this year's active rates; existing ones don't change",
    policy: 'rate.record',
    body: NextYearBody,
    reply: z.array(Row),
    status: 201,
  },
  'rate.preview': {
    method: 'POST',
    path: '/api/clients/info/rates/preview/',
    summary: 'Preview which unbilled sessions a rate would change, and by how much',
    policy: 'rate.record',
    body: Body,
    reply: RatePreview,
  },
  'rate.read': { method: 'GET', path: EDIT, summary: 'One rate', policy: 'rate.read', params, reply: Row },
  'rate.update': {
    method: 'PUT',
    path: EDIT,
    summary: 'Change the amount of a rate, or activate a draft',
    policy: 'rate.record',
    params,
    body: Changes,
    reply: Row,
  },
  'rate.delete': {
    method: 'DELETE',
    path: EDIT,
    summary: 'Delete a rate',
    policy: 'rate.record',
    params,
  },
});
