import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayLinePage } from '#contract/payroll-figures.ts';
import { compareValues } from '#domain/files/row-order.ts';
import { LINE_KINDS, paySum } from '#domain/payroll/pay-line.ts';
import { currentLines } from '#server/modules/payroll/snapshot.ts';
import { databaseKinds } from '#tests/support/database.ts';
import type { ApiWorld } from './api-world.ts';
import { openSmallDemo } from './small-demo.ts';

/** From the middle of a week to the middle of another: overtime of both counts only the days that are asked for. */
const DAYS = { start_date: '2026-10-07', end_date: '2026-10-29' };

type Line = PayLinePage['lines'][number];
type Asked = Partial<Record<'provider' | 'client' | 'service' | 'kind' | 'search' | 'sort', string>>;
type Show = 'approved' | 'unapproved';

describe.each(databaseKinds)('pages of pay lines on %s', (kind) => {
  let world: ApiWorld;
  let token: string;

  beforeAll(async () => {
    ({ world, token } = await openSmallDemo(kind));
    const days = sql`between ${DAYS.start_date}::date and ${DAYS.end_date}::date`;
    // Long days, days without sessions, lines without a rate, and approvals that change within a week.
    await world.db.execute(sql`update sessions set actual_minutes = 260, scheduled_minutes = 260
      where session_date ${days} and id::text < '3'`);
    await world.db.execute(sql`update sessions set deleted_at = now()
      where session_date = '2026-10-20' and id::text < '8'`);
    await world.db.execute(sql`update provider_rates set deleted_at = now() where id::text < '2'`);
    await world.db.execute(sql`update timesheets set deleted_at = now() where period_start_date ${days}`);
    await world.db.execute(sql`update sessions set state = case when right(id::text, 1) < 'a' then 'approved' else 'logged' end
      where session_date ${days} and deleted_at is null`);
    await world.db.execute(sql`update sessions set state = 'approved'
      where session_date ${days} and provider in (select id from providers where right(id::text, 1) < '8')`);
    // Two people of one name.
    await world.db.execute(sql`update providers set provider_first = 'Ann', provider_last = 'Alike'
      where id in (select distinct on (1) s.provider from sessions s where session_date ${days} order by 1 limit 2)`);
  });
  afterAll(() => world.close());

  async function page(show: Show, asked: Asked & { after?: string; limit: number }): Promise<PayLinePage> {
    const { status, body } = await world.call(`payroll.list-${show}`, {
      query: { ...DAYS, ...asked } as never,
      token,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function allPages(show: Show, asked: Asked, limit: number): Promise<Line[]> {
    const lines: Line[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const one: PayLinePage = await page(show, { ...asked, limit, ...(after !== '' && { after }) });
      if (one.next !== null) expect(one.lines.length).toBeGreaterThanOrEqual(limit);
      expect(one.next).not.toBe(after);
      const named = new Set(one.names.providers.map(({ id }) => id));
      expect(one.lines.every(({ provider }) => named.has(provider))).toBe(true);
      lines.push(...one.lines);
      after = one.next;
    }
    return lines;
  }

  /** All lines as they are computed at once, by day and name. */
  async function whole(show: Show): Promise<Omit<Line, 'why' | 'because'>[]> {
    const found = await world.db.transaction((tx) =>
      currentLines(tx, { from: DAYS.start_date, to: DAYS.end_date }),
    );
    const rows = (
      await world.db.execute(sql`select id, provider_first || ' ' || provider_last as name from providers`)
    ).rows as { id: string; name: string }[];
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return found
      .filter(({ is_approved }) => is_approved === (show === 'approved'))
      .map(({ words: _, because: __, times: ___, ...line }) => line)
      .sort(
        (a, b) =>
          compareValues(a.day, b.day) ||
          compareValues(names.get(a.provider), names.get(b.provider)) ||
          compareValues(a.provider, b.provider),
      );
  }

  const wordless = (lines: readonly Line[]) => lines.map(({ why: _, because: __, ...line }) => line);

  test.each(['approved', 'unapproved'] as const)(
    'of %s lines are together what one computation has',
    async (show) => {
      const all = await whole(show);
      expect(all.length).toBeGreaterThan(50);
      expect(new Set(all.map((line) => line.kind)).size).toBeGreaterThan(2);
      const paged = await allPages(show, {}, 37);
      expect(wordless(paged)).toEqual(all);
      expect(paged.every(({ why, minutes }) => why.length > 0 || minutes === 0)).toBe(true);
      // The ends of pages change nothing.
      expect(await allPages(show, {}, 200)).toEqual(paged);
    },
  );

  test('come from either end, by day or by provider, and have the same lines', async () => {
    const byDay = await allPages('approved', {}, 50);
    const groups = (lines: readonly Line[]) => [
      ...new Set(lines.map(({ day, provider }) => `${day} ${provider}`)),
    ];
    const newest = await allPages('approved', { sort: '-day' }, 50);
    expect(groups(newest)).toEqual(groups(byDay).reverse());
    const byProvider = await allPages('approved', { sort: 'provider' }, 50);
    const fromLast = await allPages('approved', { sort: '-provider' }, 50);
    expect(groups(fromLast)).toEqual(groups(byProvider).reverse());
    const byKey = (lines: readonly Line[]) => lines.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (const lines of [newest, byProvider, fromLast]) expect(byKey(lines)).toEqual(byKey(byDay));
    // Each provider is in one place.
    const providers = byProvider.map(({ provider }) => provider);
    const changes = providers.filter((provider, at) => provider !== providers[at - 1]);
    expect(changes.length).toBe(new Set(providers).size);
  });

  test('narrow by provider, kind, and words, however far apart the lines are', async () => {
    const all = await allPages('approved', {}, 500);
    const rarest = LINE_KINDS.map((one) => [one, all.filter((line) => line.kind === one).length] as const)
      .filter(([, count]) => count > 0)
      .sort((a, b) => a[1] - b[1])[0]?.[0];
    expect(await allPages('approved', { kind: rarest ?? '' }, 5)).toEqual(
      all.filter((line) => line.kind === rarest),
    );
    const provider = all.at(-1)?.provider ?? '';
    expect(await allPages('approved', { provider }, 4)).toEqual(
      all.filter((line) => line.provider === provider),
    );
    const named = await allPages('approved', { search: 'ann ALIKE' }, 6);
    expect(new Set(named.map((line) => line.provider)).size).toBe(2);
    const found = new Set(named.map((line) => line.provider));
    expect(named).toEqual(all.filter((line) => found.has(line.provider)));
  });

  test.each(['approved', 'unapproved'] as const)(
    'of %s lines add up on the server to the cent',
    async (show) => {
      const all = await allPages(show, {}, 500);
      for (const asked of [{}, { kind: 'clock' }, { search: 'ann alike' }] as const) {
        const own = await allPages(show, asked, 500);
        const { body } = await world.call(`payroll.sum-${show}`, { query: { ...DAYS, ...asked }, token });
        expect(body).toMatchObject(paySum(own));
        expect(new Set(body.kinds)).toEqual(new Set(all.map((line) => line.kind)));
      }
      const { rows } = (await world.call('payroll.list-providers', { query: DAYS, token })).body;
      expect(rows.reduce((sum, row) => sum + row[show].amount_cents, 0)).toBe(paySum(all).amount_cents);
    },
  );

  test('are what the reports of providers, their hours, and groups add up, one by one', async () => {
    const all = [...(await allPages('approved', {}, 500)), ...(await allPages('unapproved', {}, 500))];
    const asked = { query: DAYS, token };
    const providers = (await world.call('payroll.list-providers', asked)).body.rows;
    expect(providers.length).toBeGreaterThan(2);
    const hours = (await world.call('payroll.list-provider-hours', asked)).body.rows;
    const minutes = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.minutes, 0);
    for (const { provider, sessions, approved, unapproved } of providers) {
      const own = all.filter((line) => line.provider === provider);
      expect(approved).toEqual(paySum(own.filter((line) => line.is_approved)));
      expect(unapproved).toEqual(paySum(own.filter((line) => !line.is_approved)));
      expect(sessions).toBe(own.filter((line) => line.session !== null && line.minutes > 0).length);
      expect(hours.find((row) => row.provider === provider)).toMatchObject({
        pay_minutes: minutes(own.filter((line) => line.kind === 'session' || line.kind === 'clock')),
        overtime_minutes: minutes(own.filter((line) => /overtime|seventh/.test(line.kind))),
        double_minutes: minutes(own.filter((line) => line.kind === 'double-time')),
        meal_premiums: own.filter((line) => line.kind === 'meal-premium').length,
      });
    }
    const groups = (await world.call('payroll.list-groups', asked)).body.rows;
    for (const { group, group_name, provider_name, client_name, service_name, ...row } of groups) {
      const { provider, client, service } = row;
      const own = all.filter(
        (line) => line.provider === provider && line.client === client && line.service === service,
      );
      expect(row).toEqual({ provider, client, service, ...paySum(own) });
    }
    expect(groups.reduce((sum, { lines }) => sum + lines, 0)).toBe(all.length);
  });

  test('narrow to what a row of the groups counts, and name the clients that can be chosen', async () => {
    const all = {
      approved: await allPages('approved', {}, 500),
      unapproved: await allPages('unapproved', {}, 500),
    };
    const { rows } = (await world.call('payroll.list-groups', { query: DAYS, token })).body;
    const [served] = rows.filter(({ client, service }) => client !== null && service !== null);
    const [other] = rows.filter(({ client, service }) => client === null && service === null);
    for (const row of [served, other]) {
      if (row === undefined) throw new Error('The demo has no such row.');
      const { provider, client, service } = row;
      const asked = { provider, client: client ?? 'none', service: service ?? 'none' };
      const found = {
        approved: await allPages('approved', asked, 7),
        unapproved: await allPages('unapproved', asked, 7),
      };
      for (const show of ['approved', 'unapproved'] as const) {
        expect(found[show]).toEqual(
          all[show].filter(
            (line) => line.provider === provider && line.client === client && line.service === service,
          ),
        );
        const { body } = await world.call(`payroll.sum-${show}`, {
          query: { ...DAYS, ...asked } as never,
          token,
        });
        expect(body).toMatchObject(paySum(found[show]));
        if (client !== null) expect(body.clients.map(({ id }) => id)).toContain(client);
      }
      expect(found.approved.length + found.unapproved.length).toBe(row.lines);
    }
  });

  test('refuse a place that no page of that order has', async () => {
    const provider = (await page('approved', { limit: 1 })).lines[0]?.provider ?? '';
    for (const [sort, after] of [
      ['day', provider],
      ['provider', `2026-10-08 ${provider}`],
      ['day', '2026-10-08 noon'],
      ['provider', '00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const { status } = await world.call('payroll.list-approved', {
        query: { ...DAYS, sort, after },
        token,
      });
      expect([sort, after, status]).toEqual([sort, after, 422]);
    }
  });
});
