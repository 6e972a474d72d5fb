import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationFile, authorizationSums, type Row } from '#contract/report-files/authorization-file.ts';
import { filteredRows, inOrder } from '#contract/report-files/chosen-rows.ts';
import { AUTHORIZATION_COLUMNS } from '#contract/reports.ts';
import { FORECAST_STATUSES } from '#domain/reports/report-statuses.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { students } from '#server/db/schema/students.ts';
import { databaseKinds } from '#tests/support/database.ts';
import type { ApiWorld } from './api-world.ts';
import { NOW, openSmallDemo } from './small-demo.ts';

type Query = Readonly<Record<string, string>>;

describe.each(databaseKinds)('pages of authorized services on %s', (kind) => {
  let world: ApiWorld;
  let token: string;
  /** All of them, in the order of the server. */
  let all: Row[];
  let choices: readonly Query[];

  /** @param limit services of one page */
  async function everyPage(query: Query, limit: number): Promise<Row[]> {
    const found: Row[] = [];
    for (let after: string | undefined; ; ) {
      const { status, body } = await world.call('report.authorizations', {
        query: { ...query, limit: String(limit), ...(after !== undefined && { after }) },
        token,
      });
      expect(status).toBe(200);
      expect(body.services.length).toBeLessThanOrEqual(limit);
      found.push(...body.services.map((row) => ({ ...row, today: pacificDay(NOW) })));
      if (body.next === null) return found;
      after = body.next;
    }
  }

  beforeAll(async () => {
    ({ world, token } = await openSmallDemo(kind));
    all = await everyPage({}, 2_000);
    const one = all.find(({ provider }) => provider !== null);
    if (one === undefined) throw new Error('The demo has no service with a provider.');
    const { service, provider, status } = one;
    choices = [
      ...[{}, { search: one.student_name.slice(0, 3) }, { service }, { provider: String(provider) }],
      ...[{ ends: '90' }, { used: 'up' }, ...FORECAST_STATUSES.map((of) => ({ status: of }))],
      { service, status },
    ];
  });
  afterAll(() => world.close());

  test('have more services than one page, some with minutes', () => {
    expect(all.length).toBeGreaterThan(40);
    expect(all.some(({ delivered_minutes }) => delivered_minutes > 0)).toBe(true);
  });

  test('are all in one answer for an earlier version of the app, which asks for no page', async () => {
    const { body } = await world.call('report.authorizations', { token });
    expect(body.services.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(body.next).toBeNull();
  });

  test('can be sorted by every column of the report', () => {
    expect([...AUTHORIZATION_COLUMNS]).toEqual(authorizationFile.columns.map(({ id }) => id));
  });

  test.each(AUTHORIZATION_COLUMNS)('are all of them once, sorted by %s from either end', async (column) => {
    for (const sort of [column, `-${column}`] as const) {
      const paged = await everyPage({ sort }, Math.ceil(all.length / 9));
      const expected = inOrder(authorizationFile, all, { id: column, desc: sort !== column });
      expect(paged.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      const shown = authorizationFile.columns.find(({ id }) => id === column);
      const shownIn = (row: Row) => (shown?.sortBy ?? shown?.value)?.(row);
      expect(paged.map(shownIn)).toEqual(expected.map(shownIn));
      // With the figures of a service, whatever page it is on.
      expect(new Map(paged.map((row) => [row.id, row]))).toEqual(new Map(all.map((row) => [row.id, row])));
    }
  });

  test('and their sums are those of the rows that fit the filters', async () => {
    for (const query of choices) {
      const expected = filteredRows(authorizationFile, all, query);
      const paged = await everyPage(query, Math.ceil(all.length / 9));
      expect(paged.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
      const { body } = await world.call('report.sum-authorizations', { query, token });
      expect(body).toMatchObject(authorizationSums(expected));
      const { status: _, ...others } = query;
      const ofAnyStatus = filteredRows(authorizationFile, all, others);
      expect(body.statuses).toEqual(
        FORECAST_STATUSES.map((status) => ({
          status,
          services: ofAnyStatus.filter((row) => row.status === status).length,
        })),
      );
    }
  });

  test('go on after a service that no longer fits the filters, and refuse a place that is none', async () => {
    const service = all[0]?.service ?? '';
    const place = all.findIndex((row) => row.service !== service);
    const pageAfter = (id: string) =>
      world.call('report.authorizations', { query: { service, limit: '1', after: id }, token });
    const { body } = await pageAfter(all[place]?.id ?? '');
    const expected = all.slice(place).find((row) => row.service === service);
    expect(body.services.map(({ id }) => id)).toEqual([expected?.id]);
    expect((await pageAfter('0197a9d0-0000-7000-8000-000000000000')).status).toBe(422);
  });

  test.each(['student', 'delivered', '-ends', 'status'] as const)(
    'sorted by %s, go on where they were after the last service of a page was changed, archived, or deleted',
    async (sort) => {
      const sorted = (await everyPage({ sort }, 2_000)).map(({ id }) => id);
      const half = Math.floor(sorted.length / 2);
      const page = await world.call('report.authorizations', {
        query: { sort, limit: String(half) },
        token,
      });
      const last = page.body.services.at(-1);
      if (last === undefined) throw new Error('The page is empty.');
      const isOther = (id: string) => all.find((one) => one.id === id)?.student !== last.student;
      const rest = async () => {
        const { status, body } = await world.call('report.authorizations', {
          query: { sort, limit: '2000', after: String(page.body.next) },
          token,
        });
        expect(status).toBe(200);
        return body.services.map(({ id }) => id).filter(isOther);
      };
      const expected = sorted.slice(half).filter(isOther);
      const service = eq(assigned_services.id, last.id);
      const student = eq(students.id, last.student);
      await world.db
        .update(assigned_services)
        .set({ authorised_minutes: 1, end_date: '2027-06-30' })
        .where(service);
      expect(await rest()).toEqual(expected);
      await world.db.update(students).set({ archived: true }).where(student);
      expect(await rest()).toEqual(expected);
      await world.db.update(assigned_services).set({ deleted_at: NOW }).where(service);
      expect(await rest()).toEqual(expected);
      await world.db.update(students).set({ archived: false }).where(student);
      await world.db
        .update(assigned_services)
        .set({
          ...{ deleted_at: null, authorised_minutes: last.authorised_minutes },
          end_date: last.end_date,
        })
        .where(service);
    },
  );

  test('name no one in the place of the next page', async () => {
    for (const sort of ['student', 'client', 'service', 'provider'] as const) {
      const { body } = await world.call('report.authorizations', { query: { sort, limit: '1' }, token });
      expect(body.next).toBe(body.services[0]?.id);
    }
  });
});
