import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillingLinePage, ListedLine } from '#contract/billing-reports.ts';
import { statusOf } from '#domain/money/line-status.ts';
import { makingOfClient } from '#server/modules/billing/invoice-queries.ts';
import { databaseKinds } from '#tests/support/database.ts';
import type { ApiWorld } from './api-world.ts';
import { openSmallDemo } from './small-demo.ts';

const MONTH = { start_date: '2026-10-01', end_date: '2026-10-31' };

const cents = (lines: readonly ListedLine[]) =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

describe.each(databaseKinds)('pages of billing lines on %s', (kind) => {
  let world: ApiWorld;
  let token: string;

  beforeAll(async () => {
    ({ world, token } = await openSmallDemo(kind));
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
        client = case when x.n % 17 = 0 then (select c.id from clients c where not exists (
          select from invoices i where i.client = c.id) order by c.id limit 1) else s.client end,
        deleted_at = case when x.n % 13 = 0 then now() else null end
      from ${invoiced} x where x.id = s.id`);
    // Much indirect time, so that monthly caps are reached in the middle of pages.
    await world.db.execute(sql`update sessions set indirect_minutes = 20
      where session_date between '2026-10-01' and '2026-10-31' and actual_minutes >= 20 and id::text < '8'`);
    await world.db.execute(sql`update sessions set client = null
      where session_date = '2026-10-14' and id::text < '2'`);
    // Rates of single students, authorizations, and terms that begin in the middle of the month.
    await world.db.execute(sql`insert into rates (id, level, service, student, start_year, amount_cents, is_draft)
      select gen_random_uuid(), 'student', (select service from sessions where t.id = any(student_ids)
        and session_date between '2026-10-01' and '2026-10-31' order by id limit 1), t.id, 2026, 20001, false
      from students t where right(t.id::text, 1) < '4' and exists (select from sessions where t.id = any(student_ids)
        and session_date between '2026-10-01' and '2026-10-31')`);
    await world.db.execute(sql`insert into billing_conditions (id, client, type, starts_on, choice, minutes, note)
      select gen_random_uuid(), c.id, x.type, x.starts_on::date, x.choice, x.minutes, ''
      from (select id, row_number() over (order by id) as n from client_accounts) c
        join (values (0, 'authorization_required', '2026-10-12', null, null), (1, 'group_split', '2026-10-15', 'shared', null),
          (2, 'minimum_increment', '2026-10-20', null, 25)) x(n, type, starts_on, choice, minutes) on x.n = c.n % 3
      on conflict do nothing`);
    await world.db.execute(
      sql`update assigned_services set end_date = '2026-10-19' where start_date < '2026-10-01' and right(id::text, 1) < 'c'`,
    );
    await world.db.execute(sql`update timesheets set manifest = coalesce((select jsonb_agg(jsonb_build_object(
        'entity', 'session', 'id', s.id)) from sessions s where s.provider = provider_id and right(s.id::text, 1) < 'a'
          and s.session_date between period_start_date and period_end_date), '[]')
      where period_start_date between '2026-10-01' and '2026-10-31'`);
    await world.db.execute(sql`update sessions set state = 'logged'
      where session_date between '2026-10-01' and '2026-10-31' and right(id::text, 1) > '7'`);
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
      const { lines } = (await world.call('invoice.read', { params: { id }, token })).body;
      const credited = await world.call('invoice.credit', {
        ...write(sent.body.version),
        params: { id },
        body: { id: randomUUID(), lines: lines.slice(0, 3).map((line) => line.id), reason: 'Agreed.' },
      });
      expect(credited.status, JSON.stringify(credited.body)).toBe(201);
    }
  }

  type Asked = Partial<
    Record<'client' | 'provider' | 'location' | 'service' | 'status' | 'approval' | 'search', string>
  >;

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
    for (const asked of [
      {},
      { status: 'invoiced' },
      { approval: 'approved' },
      { approval: 'unapproved', status: 'open' },
      { search: 'speech' },
    ] as const) {
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

  /** As a person would add them up, line by line. */
  function naive(lines: readonly ListedLine[]) {
    const count = (matches: (line: ListedLine) => boolean) => lines.filter(matches).length;
    return {
      sessions: new Set(lines.map(({ session }) => session)).size,
      minutes: lines.reduce((sum, { minutes }) => sum + minutes, 0),
      amount_cents: cents(lines),
      invoiced_cents: cents(lines.filter(({ invoice }) => invoice !== null)),
      open_cents: cents(lines.filter(({ invoice }) => invoice === null)),
      blocked: count(({ kind }) => kind === 'blocked'),
      not_billed: count(({ kind }) => kind === 'not-billed'),
      unapproved: count(
        ({ kind, invoice, is_approved }) => kind === 'billed' && invoice === null && !is_approved,
      ),
      late: count(({ late_for_client }) => late_for_client),
    };
  }

  const grouped = (lines: readonly ListedLine[], idOf: (line: ListedLine) => string) =>
    [...new Set(lines.map(idOf))]
      .sort()
      .map((id) => ({ id, ...naive(lines.filter((one) => idOf(one) === id)) }));

  test('are what clients, providers, and locations add up to, figure by figure', async () => {
    const all = await whole();
    expect(all.some(({ rate_level }) => rate_level === 'student')).toBe(true);
    expect(all.some(({ blocker }) => blocker === 'authorization')).toBe(true);
    expect(all.some(({ reasons }) => reasons.some((reason) => reason.startsWith('Credited with')))).toBe(
      true,
    );
    expect(naive(all).unapproved).toBeGreaterThan(50);
    for (const [name, idOf] of [
      ['billing.sum-clients', ({ client }: ListedLine) => client ?? 'none'],
      ['billing.sum-providers', ({ provider }: ListedLine) => provider],
      ['billing.sum-locations', ({ location }: ListedLine) => location ?? 'none'],
    ] as const) {
      const { sums } = (await world.call(name, { query: MONTH, token })).body;
      const told = sums.map(({ name: _, group: __, ...figures }) => figures);
      expect(told.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(grouped(all, idOf));
    }
  });

  test('are what the next invoices are made of, client by client', async () => {
    const { plans } = (await world.call('invoice.plan', { query: { month: '2026-10' }, token })).body;
    expect(plans.map(({ sent }) => sent > 0)).toEqual(expect.arrayContaining([true, false]));
    expect(plans.some(({ corrections }) => corrections > 0)).toBe(true);
    expect(plans.some(({ blocked, unapproved }) => blocked > 0 && unapproved > 0)).toBe(true);
    for (const { client, lines, corrections, total_cents, blocked, unapproved } of plans) {
      const making = await world.db.transaction((tx) => makingOfClient(tx, client, '2026-10'));
      expect({ lines, corrections, total_cents, blocked, unapproved }).toEqual({
        lines: making.entries.filter((entry) => entry.kind === 'session').length,
        corrections: making.entries.filter((entry) => entry.kind === 'credit').length,
        total_cents: making.total_cents,
        ...{ blocked: making.blocked.length, unapproved: making.unapproved.length },
      });
    }
  });

  test('are what Approved Payroll adds up', async () => {
    const approved = (await whole()).filter(({ is_approved }) => is_approved);
    expect(await allPages({ approval: 'approved' }, 70)).toEqual(approved);
    const { sums } = (await world.call('billing.sum-approved', { query: MONTH, token })).body;
    expect(sums.some(({ amount_cents }) => amount_cents > 0)).toBe(true);
    expect(
      sums
        .map(({ provider_name: _, paid_minutes: __, ...figures }) => figures)
        .sort((a, b) => (a.provider < b.provider ? -1 : 1)),
    ).toEqual(
      grouped(approved, ({ provider }) => provider).map(
        ({ id, minutes, invoiced_cents: _, open_cents: __, unapproved: ___, ...figures }) => ({
          ...{ provider: id, billed_minutes: minutes },
          ...figures,
        }),
      ),
    );
  });

  test('are what each rate was billed for', async () => {
    const all = await whole();
    const { rates } = (await world.call('billing.list-client-rates', { query: MONTH, token })).body;
    const known = new Set(rates.map(({ client }) => client));
    const billed = all.filter(({ client, kind }) => kind === 'billed' && known.has(client ?? ''));
    expect(rates.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(cents(billed));
    for (const { client, service, setting, level, amount_cents, sessions } of rates) {
      if (level === 'student') continue;
      const own = all.filter(
        (line) =>
          (line.kind === 'billed' || line.blocker === 'rate') &&
          line.client === client &&
          line.service === service &&
          line.setting === setting &&
          line.rate_level !== 'student',
      );
      expect({ amount_cents, sessions }).toEqual({ amount_cents: cents(own), sessions: naive(own).sessions });
    }
  });

  test('are what Grouped Clients has for each student', async () => {
    const all = await whole();
    const { services } = (await world.call('report.grouped-clients', { query: MONTH, token })).body;
    const found = new Map(
      services.map((one) => [`${one.client} ${one.student} ${one.service}`, one.amount_cents ?? 0]),
    );
    const own = all.filter(({ student }) => student !== null);
    const sums = new Map<string, number>();
    for (const { client, student, service, amount_cents } of own) {
      const key = `${client} ${student} ${service}`;
      sums.set(key, (sums.get(key) ?? 0) + amount_cents);
    }
    for (const [key, sum] of sums) expect([key, found.get(key)]).toEqual([key, sum]);
    expect([...found.values()].reduce((sum, one) => sum + one, 0)).toBe(cents(own));
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
