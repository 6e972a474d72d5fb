import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillingLinePage, ListedLine } from '#contract/billing-reports.ts';
import { statusOf } from '#domain/money/line-status.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

const TODAY = '2026-11-17';
const NOW = `${TODAY}T18:00:00.000Z`;
const MONTH = { start_date: '2026-10-01', end_date: '2026-10-31' };

const cents = (lines: readonly ListedLine[]) =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

describe.each(databaseKinds)('pages of billing lines on %s', (kind) => {
  let world: ApiWorld;
  let token: string;

  beforeAll(async () => {
    world = await openApiWorld(kind, { isSettled: false });
    world.clock.now = new Date(NOW);
    await seedDemo(world.db, { today: TODAY, now: NOW, scale: 0.1 });
    const [{ email, password }] = DEMO_SIGN_INS;
    token = (await world.call('auth.login', { body: { email, password } })).body.token;
    await world.db.execute(sql`update sessions set state = 'approved'
      where session_date between '2026-10-01' and '2026-10-31'`);
    await invoiceHalf();
    // What was invoiced is something else by now: other times, days, providers, and places, and some is deleted.
    const invoiced = sql`(select id, row_number() over (order by id) as n
      from (select distinct session as id from invoice_lines) one)`;
    await world.db.execute(sql`update sessions s set
        start_time = case when x.n % 5 = 0 then '06:10' else s.start_time end,
        session_date = case when x.n % 7 = 0 then s.session_date + 3 when x.n % 11 = 0 then s.session_date - 40
          else s.session_date end,
        provider = case when x.n % 6 = 0 then (select id from providers order by id limit 1) else s.provider end,
        location = case when x.n % 4 = 0 then null else s.location end,
        late_for_client = x.n % 9 = 0,
        deleted_at = case when x.n % 13 = 0 then now() else null end
      from ${invoiced} x where x.id = s.id`);
    // Much indirect time, so that monthly caps are reached in the middle of pages.
    await world.db.execute(sql`update sessions set indirect_minutes = 20
      where session_date between '2026-10-01' and '2026-10-31' and actual_minutes >= 20 and id::text < '8'`);
    await world.db.execute(sql`update sessions set client = null
      where session_date = '2026-10-14' and id::text < '2'`);
  });
  afterAll(() => world.close());

  /** Sends the month's invoice of every other client. */
  async function invoiceHalf() {
    const { plans } = (await world.call('invoice.plan', { query: { month: '2026-10' }, token })).body;
    const clients = plans.filter(({ lines }) => lines > 0).map(({ client }) => client);
    expect(clients.length).toBeGreaterThan(1);
    for (const client of clients.filter((_, at) => at % 2 === 0)) {
      const id = randomUUID();
      const write = (version?: number) => ({
        token,
        headers: {
          'idempotency-key': randomUUID(),
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
      });
      const made = await world.call('invoice.create', {
        ...write(),
        body: { id, client, month: '2026-10', note: '' },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const sent = await world.call('invoice.send', {
        ...write(made.body.version),
        ...{ params: { id }, body: { invoice_date: '2026-11-10' } },
      });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    }
  }

  type Asked = Partial<Record<'client' | 'provider' | 'location' | 'service' | 'status' | 'search', string>>;

  async function page(
    asked: Asked & { after?: string; sort?: string; limit: number },
  ): Promise<BillingLinePage> {
    const { status, body } = await world.call('billing.list-lines', {
      query: { ...MONTH, ...asked } as never,
      token,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function allPages(asked: Asked & { sort?: string }, limit: number): Promise<ListedLine[]> {
    const lines: ListedLine[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const one: BillingLinePage = await page({ ...asked, limit, ...(after !== '' && { after }) });
      if (one.next !== null) expect(one.lines.length).toBeGreaterThanOrEqual(limit);
      expect(one.next).not.toBe(after);
      lines.push(...one.lines);
      after = one.next;
    }
    return lines;
  }

  /** Every line in one answer: more sessions than there are fit in it. */
  async function whole(asked: Asked = {}): Promise<ListedLine[]> {
    const { lines, next } = await page({ ...asked, limit: 2_000 });
    expect(next).toBeNull();
    return lines;
  }

  test('are together what one answer has, from either end', async () => {
    const all = await whole();
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ invoice }) => invoice !== null).length).toBeGreaterThan(50);
    expect(all.some(({ reasons }) => reasons.join(' ').includes('a student and month'))).toBe(true);
    expect(await allPages({}, 97)).toEqual(all);
    expect(await allPages({ sort: '-date' }, 97)).toEqual([...all].reverse());
  });

  test('narrow by what a line was invoiced as, before anything is computed', async () => {
    const all = await whole();
    for (const field of ['client', 'provider', 'location', 'service'] as const) {
      const held = [...new Set(all.map((line) => line[field] ?? 'none'))];
      if (field === 'client' || field === 'location') expect(held).toContain('none');
      for (const id of held.slice(-2)) {
        const own = all.filter((line) => (line[field] ?? 'none') === id);
        // A client's months are its own: what it was invoiced and is another's now stays in its list.
        expect([field, id, await whole({ [field]: id })]).toEqual([field, id, own]);
        expect(await allPages({ [field]: id }, 41)).toEqual(own);
      }
    }
  });

  test('have the lines of a status and of some words, however far apart they are', async () => {
    const all = await whole();
    for (const status of ['open', 'invoiced', 'blocked', 'not-billed'] as const) {
      const own = all.filter((line) => statusOf(line) === status);
      expect(await allPages({ status }, 60)).toEqual(own);
    }
    const [{ student_name: name } = { student_name: '' }] = all.filter(({ student }) => student !== null);
    const named = await allPages({ search: name.toUpperCase() }, 20);
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(all.filter((line) => JSON.stringify(line).includes(name)));
  });

  test('add up on the server to the cent, whatever page is shown', async () => {
    const all = await whole();
    for (const asked of [{}, { status: 'invoiced' }, { search: 'speech' }] as const) {
      const own = await whole(asked);
      const { body } = await world.call('billing.sum-lines', { query: { ...MONTH, ...asked }, token });
      const count = (wanted: string) => own.filter((line) => statusOf(line) === wanted).length;
      expect(body).toMatchObject({
        ...{ lines: own.length, amount_cents: cents(own), open: count('open'), invoiced: count('invoiced') },
        ...{ blocked: count('blocked'), not_billed: count('not-billed') },
        minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
      });
      expect(body.clients.map(({ id }) => id).sort()).toEqual(
        [...new Set(all.flatMap(({ client }) => client ?? []))].sort(),
      );
    }
    const { sums } = (await world.call('billing.sum-clients', { query: MONTH, token })).body;
    expect(sums.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(cents(all));
  });

  test('of late entries are those of the whole list', async () => {
    const late = (await world.call('billing.list-late', { query: MONTH, token })).body.lines;
    expect(late.length).toBeGreaterThan(0);
    expect(late).toEqual((await whole()).filter(({ late_for_client }) => late_for_client));
  });

  test('refuse a place that no page has', async () => {
    const { status } = await world.call('billing.list-lines', {
      query: { ...MONTH, after: '2026-10-06 noon' },
      token,
    });
    expect(status).toBe(422);
  });
});
