import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancellationFile } from '#contract/report-files/cancellation-file.ts';
import { chosenColumns, filteredRows, inOrder, sortOf } from '#contract/report-files/chosen-rows.ts';
import { reportCsv } from '#contract/report-files/written-file.ts';
import type { Grant } from '#domain/access/roles.ts';
import { MAILED_REPORTS, mailedReportName } from '#domain/reports/mailed-reports.ts';
import { MAILED_REPORT_IDS, type MailedReportId } from '#domain/reports/schedule-codes.ts';
import { openWorkbook } from '#screens/file/workbook-records.ts';
import { buildApp } from '#server/app.ts';
import { openBlobs } from '#server/blob-store.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { report_schedules, report_sendings } from '#server/db/schema/report-schedules.ts';
import { users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/mail.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, SPEECH, sessionApart } from './office-world.ts';

/** Tuesday, March 10, 2026, 11:00 AM Pacific. */
const START = '2026-03-10T18:00:00.000Z';
/** Half an hour later, when the schedules of these tests are due. */
const DUE = '2026-03-10T18:30:00.000Z';

describe.each(ruleKinds)('scheduled reports on %s', (kind) => {
  let world: OfficeWorld;
  const sent: Mail[] = [];
  /** What the mail server does with the next mail. */
  let accept: () => Promise<void>;
  const mailer = {
    async send(mail: Mail) {
      await accept();
      sent.push(mail);
    },
  };

  beforeAll(async () => {
    world = await openOfficeWorld(kind, { mailer });
    const absent = { attendance: 'student-absent', reason: 'Illness' };
    for (const [person, changes] of [
      ['paula', absent],
      ['otto', { ...absent, service: MOTOR, student_ids: [world.ben] }],
    ] as const) {
      const answer = await world.as(person, 'session.create', { body: sessionApart(world, changes) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    }
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.clock.now = new Date(START);
    sent.length = 0;
    accept = async () => undefined;
    await world.db.delete(report_sendings);
    await world.db.delete(report_schedules);
  });

  const bodyOf = (changes: Record<string, unknown> = {}) => ({
    ...{ id: randomUUID(), report: 'cancellations', name: 'Why Anna was absent', view: '', days: 'usual' },
    ...{ rhythm: 'weekly', weekday: 2, month_day: null, days_after: null, send_at: '11:30' },
    ...{ file_format: 'csv', recipients: [world.people.admin.id, world.people.lead.id], is_paused: false },
    ...changes,
  });
  async function schedule(changes: Record<string, unknown> = {}, by: 'admin' | 'superadmin' = 'admin') {
    const answer = await world.as(by, 'report-schedule.create', { body: bodyOf(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function sendAt(instant: string) {
    world.clock.now = new Date(instant);
    await world.app.sendReports();
  }
  async function sendings() {
    const answer = await world.as('admin', 'report-schedule.list-sendings');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.map(({ recipient, state, reason }) => ({ recipient, state, reason }));
  }
  /** The workbook's last sheet, line by line. */
  function aboutSheet(mail: Mail | undefined): string {
    const book = openWorkbook(new Uint8Array(mail?.attachments?.[0]?.content as Buffer));
    const records = [...book.recordSlices(book.sheets.at(-1)?.path ?? '')].flat();
    return records.map(({ cells }) => cells.join(': ')).join('\n');
  }
  const linesOf = (mail: Mail | undefined) =>
    String(mail?.attachments?.[0]?.content).replace(/\r\n$/, '').split('\r\n');

  test.each<[string, () => Record<string, unknown>, string, RegExp]>([
    [
      'a recipient who may not see it',
      () => ({ recipients: [world.people.paula.id] }),
      'recipients',
      /can't see/,
    ],
    ['an unknown recipient', () => ({ recipients: [randomUUID()] }), 'recipients', /chosen a password/],
    ['no recipients', () => ({ recipients: [] }), 'recipients', /at least one/],
    ['a week without its day', () => ({ weekday: null }), 'weekday', /Choose a day/],
    ['a day that the rhythm has no use for', () => ({ month_day: 3 }), 'month_day', /blank/],
    ['a filter of another report', () => ({ view: 'client=x' }), 'view', /no filter "client"/],
    ['days in the view', () => ({ view: 'from=2026-03-01' }), 'view', /no filter "from"/],
  ])('refuses %s', async (_, changes, field, words) => {
    const { status, body } = await world.as('admin', 'report-schedule.create', { body: bodyOf(changes()) });
    expect(status).toBe(422);
    expect(body.fields?.[field]).toMatch(words);
  });

  test('mails nothing to someone who is only invited: the address may be mistyped', async () => {
    const { id, username } = await world.addPerson({ role: '1', isProvider: false });
    const keep = (password_hash: string) =>
      world.db.update(users).set({ password_hash }).where(eq(users.id, id));
    const [before] = await world.db.select().from(users).where(eq(users.id, id));
    await schedule({ recipients: [id] });
    await keep(NO_PASSWORD);
    await sendAt(DUE);
    expect(sent).toEqual([]);
    expect(await sendings()).toEqual([{ recipient: id, state: 'skipped', reason: 'recipient-lost-access' }]);
    const { body: people } = await world.as('admin', 'report-schedule.list-recipients');
    expect(people.map(({ name }) => name)).not.toContain(username);
    const refused = await world.as('admin', 'report-schedule.create', { body: bodyOf({ recipients: [id] }) });
    expect(refused.body.fields?.recipients).toMatch(/chosen a password/);
    await keep(before?.password_hash ?? '');
    await schedule({ recipients: [id] });
  });

  test('mails each recipient the file of their own screen, once, without a name in the subject', async () => {
    const { id } = await schedule({ view: 'sort=-provider&columns=attendance,provider,sessions' });
    await sendAt('2026-03-10T18:29:00.000Z');
    expect(sent).toEqual([]);
    await sendAt(DUE);
    await sendAt('2026-03-10T18:31:00.000Z');
    expect(sent.map(({ to }) => to).toSorted()).toEqual(
      [world.people.admin.email, world.people.lead.email].toSorted(),
    );
    const ofAdmin = sent.find(({ to }) => to === world.people.admin.email);
    const ofLead = sent.find(({ to }) => to === world.people.lead.email);
    expect(ofAdmin?.subject).toBe('Cancellations, 03/10/2026');
    expect(ofAdmin?.attachments?.[0]?.filename).toBe('cancellations-2026-03-01-2026-03-10.csv');
    // As the screen writes it: its rows, sorting, and columns.
    const days = { from: '2026-03-01', to: '2026-03-10' };
    const { body } = await world.as('admin', 'report.cancellations', {
      query: { start_date: days.from, end_date: days.to },
    });
    const found = body.cancellations.map((row) => ({ ...row, ...days }));
    const address = { sort: '-provider', columns: 'attendance,provider,sessions' };
    const rows = inOrder(
      cancellationFile,
      filteredRows(cancellationFile, found, address),
      sortOf(cancellationFile, address),
    );
    expect(String(ofAdmin?.attachments?.[0]?.content)).toBe(
      reportCsv(chosenColumns(cancellationFile, address), rows),
    );
    expect(linesOf(ofAdmin)).toHaveLength(3);
    // A service lead has only the sessions of their own services.
    expect(linesOf(ofLead)).toEqual([
      '\uFEFFAttendance,Provider,Students,Sessions',
      expect.stringContaining(`Robin ${world.people.paula.username}`),
    ]);
    const audited = (await world.auditOf(id)).filter(({ action }) => action === 'report_schedule.send');
    expect(audited.map(({ user_id, details }) => [user_id, details.recipient])).toEqual(
      expect.arrayContaining([
        [world.people.admin.id, world.people.admin.id],
        [world.people.admin.id, world.people.lead.id],
      ]),
    );
  });

  test('skips people who can no longer see the report, and everybody once its owner can not', async () => {
    await schedule();
    const { lead, admin } = world.people;
    const setRole = (id: string, role: string) =>
      world.db.update(users).set({ role }).where(eq(users.id, id));
    await setRole(lead.id, '2');
    await sendAt(DUE);
    expect(sent.map(({ to }) => to)).toEqual([admin.email]);
    expect(await sendings()).toEqual(
      expect.arrayContaining([
        { recipient: lead.id, state: 'skipped', reason: 'recipient-lost-access' },
        { recipient: admin.id, state: 'sent', reason: null },
      ]),
    );
    await setRole(lead.id, '3');
    await world.db.update(report_schedules).set({ owner: world.people.paula.id });
    await sendAt('2026-03-17T18:30:00.000Z');
    expect(sent).toHaveLength(1);
    expect((await sendings()).filter(({ reason }) => reason === 'owner-lost-access')).toHaveLength(2);
  });

  test('tries a mail that fails again, and gives up after five attempts', async () => {
    await schedule({ recipients: [world.people.admin.id] });
    accept = () => Promise.reject(new Error('451 try later'));
    await sendAt(DUE);
    expect(await sendings()).toMatchObject([{ state: 'waiting', reason: 'mail-failed' }]);
    await sendAt('2026-03-10T18:34:00.000Z');
    accept = async () => undefined;
    await sendAt('2026-03-10T18:35:00.000Z');
    expect(sent).toHaveLength(1);
    expect(await sendings()).toMatchObject([{ state: 'sent', reason: null }]);

    accept = () => Promise.reject(new Error('451 try later'));
    for (const minutes of [0, 5, 20, 80, 320, 2_000]) {
      await sendAt(new Date(Date.parse('2026-03-17T18:30:00.000Z') + minutes * 60_000).toISOString());
    }
    expect(await sendings()).toMatchObject([{ state: 'failed', reason: 'mail-failed' }, { state: 'sent' }]);
    const [failed] = await world.db.select().from(report_sendings).where(eq(report_sendings.state, 'failed'));
    expect(failed?.attempts).toBe(5);
  });

  test('two servers send each mail once', async () => {
    await schedule();
    await schedule({ report: 'makeups', file_format: 'xlsx' });
    const { db, config } = world;
    // While one mail is on its way, the other server looks for more.
    accept = () => new Promise((resolve) => setTimeout(resolve, 20));
    const second = await buildApp({ db, config, mailer, now: () => world.clock.now });
    world.clock.now = new Date(DUE);
    await Promise.all([world.app, second, world.app, second].map((app) => app.sendReports()));
    await second.close();
    expect(sent.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
      [world.people.admin.email, world.people.lead.email]
        .flatMap((to) => [`${to} Cancellations, 03/10/2026`, `${to} Makeups, 03/10/2026`])
        .toSorted(),
    );
  });

  test("doesn't repeat a mail that a stopped server may have sent", async () => {
    await schedule({ recipients: [world.people.admin.id] });
    accept = () => Promise.reject(new Error('451 try later'));
    await sendAt(DUE);
    await world.db.update(report_sendings).set({ handed_at: DUE, next_try_at: DUE });
    accept = async () => undefined;
    await sendAt('2026-03-10T19:00:00.000Z');
    expect(sent).toEqual([]);
    expect(await sendings()).toMatchObject([{ state: 'failed', reason: 'interrupted' }]);
  });

  test('a paused schedule sends nothing, and nothing that was due meanwhile once it is restarted', async () => {
    const { id, version } = await schedule({ is_paused: true });
    await sendAt(DUE);
    world.clock.now = new Date('2026-03-10T19:00:00.000Z');
    const restarted = await world.as('admin', 'report-schedule.update', {
      ...{ params: { id }, body: { is_paused: false }, version },
    });
    expect(restarted.status, JSON.stringify(restarted.body)).toBe(200);
    await sendAt('2026-03-10T19:05:00.000Z');
    expect(sent).toEqual([]);
    await sendAt('2026-03-17T18:30:00.000Z');
    expect(sent).toHaveLength(2);
  });

  test.each(MAILED_REPORT_IDS)('mails %s, with its days and filters in words', async (report) => {
    const { superadmin, paula } = world.people;
    const filters: Partial<Record<MailedReportId, [view: string, words: string]>> = {
      'approved-payroll': [
        `provider=${paula.id}&show=unapproved`,
        `Provider: Robin ${paula.username} · Show: Not approved yet`,
      ],
      'billing-lines': [`location=101&service=${SPEECH}`, 'Location: Kestrel Hill School · Service: Speech'],
      'client-rates-report': ['show=missing', 'Show: Without a rate'],
      'extra-pay': ['type=mileage&show=waiting', 'Pays for: Mileage · Show: Not in an approved run'],
      'payroll-runs': ['status=approved', 'Status: Approved'],
      invoices: ['status=draft', 'Status: Draft'],
    };
    const [view = '', words = ''] = filters[report] ?? [];
    await schedule(
      { report, view, file_format: 'xlsx', days: 'this-month', recipients: [superadmin.id] },
      'superadmin',
    );
    await sendAt(DUE);
    expect(await sendings()).toEqual([{ recipient: superadmin.id, state: 'sent', reason: null }]);
    const [mail] = sent;
    expect(mail?.subject).toBe(`${mailedReportName(report)}, 03/10/2026`);
    const about = aboutSheet(mail);
    expect(about).toMatch(/\nRows: \d+$/);
    const { path, hasNoDays } = MAILED_REPORTS[report];
    const days = hasNoDays === true ? '' : '03/01/2026 – 03/10/2026';
    expect(about).toContain(`\nShown: ${[days, words].filter((part) => part !== '').join(' · ')}`);
    // The link opens the same days and filters.
    const search = [view, hasNoDays === true ? '' : 'from=2026-03-01&to=2026-03-10'].filter(
      (part) => part !== '',
    );
    expect(mail?.text).toContain(`${path}${search.length === 0 ? '' : '?'}${search.join('&')}\n`);
  });

  test("what isn't said of its days is the pay period that is over", async () => {
    const { superadmin } = world.people;
    await schedule({ report: 'provider-hours', recipients: [superadmin.id] }, 'superadmin');
    await sendAt(DUE);
    expect(sent[0]?.attachments?.[0]?.filename).toBe('provider-hours-2026-02-16-2026-02-28.csv');
  });

  test('mails money to those who may see it, and to them only while they may', async () => {
    const { superadmin, admin } = world.people;
    const money = { report: 'client-billing', recipients: [superadmin.id, admin.id] };
    const refused = await world.as('superadmin', 'report-schedule.create', { body: bodyOf(money) });
    expect(refused.body.fields?.recipients).toMatch(/can't see this report/);
    const grant = (grants: Grant[]) => world.db.update(users).set({ grants }).where(eq(users.id, admin.id));
    await grant(['billing.view']);
    await schedule(money, 'superadmin');
    await sendAt(DUE);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([superadmin.email, admin.email].toSorted());
    expect(new Set(sent.map((mail) => linesOf(mail).join('\n'))).size).toBe(1);
    await grant([]);
    await sendAt('2026-03-17T18:30:00.000Z');
    expect(await sendings()).toEqual(
      expect.arrayContaining([{ recipient: admin.id, state: 'skipped', reason: 'recipient-lost-access' }]),
    );
    expect(sent).toHaveLength(3);
  });

  test('forgets mails after 90 days, but not the newest, which would be sent again', async () => {
    const { id } = await schedule({ recipients: [world.people.admin.id] });
    await sendAt(DUE);
    await sendAt('2026-03-17T18:30:00.000Z');
    await world.as('admin', 'report-schedule.send', { params: { id } });
    await expect
      .poll(async () => (await sendings()).map(({ state }) => state))
      .toEqual(['sent', 'sent', 'sent']);
    const left = async (day: string) => {
      await sweep(world.db, openBlobs(world.config), new Date(`${day}T20:00:00Z`));
      const rows = await world.db.select().from(report_sendings).where(eq(report_sendings.schedule, id));
      return rows
        .map(({ due_at, is_by_hand }) => `${due_at.slice(0, 10)}${is_by_hand ? ' by hand' : ''}`)
        .toSorted();
    };
    expect(await left('2026-06-07')).toEqual(['2026-03-10', '2026-03-17', '2026-03-17 by hand']);
    expect(await left('2026-06-08')).toEqual(['2026-03-17', '2026-03-17 by hand']);
    expect(await left('2026-12-01')).toEqual(['2026-03-17']);
    await world.db.update(report_schedules).set({ deleted_at: DUE }).where(eq(report_schedules.id, id));
    expect(await left('2026-12-01')).toEqual([]);
  });

  test('sends now, paused or not, and says to how many', async () => {
    const { id } = await schedule({ is_paused: true, file_format: 'xlsx' });
    const { status, body } = await world.as('superadmin', 'report-schedule.send', { params: { id } });
    expect([status, body]).toEqual([200, { recipients: 2 }]);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[0]?.attachments?.[0]?.filename).toMatch(/\.xlsx$/);
    const gone = await world.as('admin', 'report-schedule.send', { params: { id: randomUUID() } });
    expect(gone.status).toBe(404);
    const [row] = await world.db.select({ count: sql<number>`count(*)::int` }).from(report_sendings);
    expect(row?.count).toBe(2);
  });
});
