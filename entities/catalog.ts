import { z } from 'zod';
import { FAMILY_LANGUAGES } from '#domain/students/student-file.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, earlierDay, instant, locationId, minutes, requiredText, text, uuid } from './fields.ts';

/** Maintained by the office: no device queues a write of it. */
const kept = { reach: 'everybody', clear: [], once: {}, fields: {} } as const;

export const service = defineEntity({
  ...kept,
  fields: {
    name: ask(requiredText(100)),
    /** A short form for narrow layouts. */
    short_name: ask(requiredText(12)),
    category: ask(uuid),
    default_minutes: ask(minutes(720).min(1, 'Enter at least 1 minute.')),
    is_billable: ask(z.boolean()),
    /** Rows that a device stored before services could be archived have none. */
    archived: ask(z.boolean()),
  },
  setByServer: {},
});

export const location = defineEntity({
  ...kept,
  id: locationId,
  fields: {
    name: ask(requiredText(200)),
    client: ask(uuid.nullable()),
    is_billable: ask(z.boolean()),
    archived: ask(z.boolean()),
  },
  setByServer: {},
});

export const client = defineEntity({
  ...kept,
  setByServer: {
    name: setByServer(text(200)),
    /** 0 or 1, as in the specification's deactivate call. */
    active: setByServer(z.union([z.literal(0), z.literal(1)])),
    /** Notes about its students name a diagnosis and a procedure. */
    needs_codes: setByServer(z.boolean()),
    /** How long missed sessions can be made up, as its billing conditions say; in no order. */
    makeup_windows: setByServer(z.array(z.object({ starts_on: day, days: z.int() })), () => []),
  },
});

export const provider = defineEntity({
  ...kept,
  setByServer: {
    provider_first: setByServer(text(100)),
    provider_last: setByServer(text(100)),
    /** Degrees and licenses after the name, such as "M.S., CCC-SLP"; empty if there are none. */
    credentials: setByServer(text(60)),
    services: setByServer(z.array(uuid)),
    supervisors: setByServer(z.array(uuid)),
    /** Their notes count only with a co-signature. */
    needs_co_sign: setByServer(z.boolean()),
    archived: setByServer(z.boolean()),
  },
});

export const pay_period = defineEntity({
  ...kept,
  setByServer: {
    start_date: setByServer(day),
    end_date: setByServer(day),
    closed_at: setByServer(instant.nullable()),
    is_locked: setByServer(z.boolean()),
  },
});

/** A day on which the schools of a client, or of all, are closed. */
export const school_closure = defineEntity({
  ...kept,
  clear: ['closure_date'],
  fields: {
    client: ask(uuid.nullable()),
    closure_date: ask(day),
    reason: ask(requiredText(200)),
  },
  setByServer: {},
});

export const student = defineEntity({
  ...kept,
  setByServer: {
    first_name: setByServer(text(100)),
    last_name: setByServer(text(100)),
    grade: setByServer(text(20)),
    archived: setByServer(z.boolean()),
    /** The day of archiving; rows from before it was kept have none. */
    archived_on: setByServer(day.nullable().optional()),
    date_of_birth: setByServer(earlierDay.nullable()),
    /** Spoken at home. */
    home_language: setByServer(z.enum(FAMILY_LANGUAGES)),
    /** The student's eligibilities, in the school's words. */
    qualifications: setByServer(z.array(text(200))),
    /** The billing customer. */
    client: setByServer(uuid.nullable()),
    /** The school where sessions usually take place. */
    location: setByServer(locationId.nullable()),
    /** When the IEP must be reviewed next; rows from before the dates existed have none. */
    iep_annual_date: setByServer(day.nullable().optional()),
    iep_triennial_date: setByServer(day.nullable().optional()),
    /** Assigned services and providers, by id. */
    services: setByServer(z.array(uuid)),
    providers: setByServer(z.array(uuid)),
    /** The student whose record this one was merged into; rows from before merges existed have none. */
    merged_into: setByServer(uuid.nullable().optional()),
  },
});
