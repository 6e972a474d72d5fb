import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { attachments } from '#server/db/schema/attachments.ts';
import { report_sendings } from '#server/db/schema/report-schedules.ts';
import { examine } from '#server/doctor.ts';
import { ensurePushKeys } from '#server/modules/notifications/push-keys.ts';
import { openTestDatabase, type TestDatabase, usualKind } from '#tests/support/database.ts';

let opened: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  opened = await openTestDatabase(usualKind);
  dataDir = await mkdtemp(path.join(tmpdir(), 'caseload-doctor-'));
});
afterAll(async () => {
  await opened.close();
  await rm(dataDir, { recursive: true });
});

const settings = (changes: Record<string, string> = {}) =>
  readConfig({
    ...{ CASELOAD_MODE: 'production', CASELOAD_SECRET: 'x'.repeat(40), DATA_DIR: dataDir },
    ...{ DATABASE_URL: opened.url ?? '', PUBLIC_URL: 'https://caseload.example' },
    ...changes,
  });

test('the doctor names what is wrong with an installation, and what is right', async () => {
  await opened.db.insert(attachments).values({
    ...{ id: randomUUID(), student: randomUUID(), uploaded_by: randomUUID() },
    ...{ file_name: 'plan.pdf', content_type: 'application/pdf', size: 3, sha256: 'ab', is_complete: true },
    ...{ captured_at: '2026-03-10T18:00:00.000Z', received_at: '2026-03-10T18:00:00.000Z', version: 1 },
  });
  await opened.db.insert(report_sendings).values({
    ...{ schedule: randomUUID(), recipient: randomUUID(), attempts: 3 },
    ...{ due_at: '2026-03-10T18:00:00.000Z', next_try_at: new Date().toISOString() },
  });
  const { lines, isWell } = await examine(settings({ PUBLIC_URL: 'http://caseload.example' }));
  const found = lines.join('\n');
  expect(isWell).toBe(false);
  expect(found).toMatch(/^WRONG {2}PUBLIC_URL is http:\/\/caseload\.example: set it to the https address/m);
  expect(found).toMatch(/^WRONG {2}SMTP_URL is missing/m);
  expect(found).toMatch(/^WRONG {2}There is no super admin\. Run npm run admin:create, or in a container/m);
  expect(found).toMatch(/^WRONG {2}1 of 1 attachments have no file/m);
  expect(found).toMatch(
    /^WRONG {2}Scheduled reports have waited [\d.]+ hours for the mail server: check SMTP_URL\.$/m,
  );
  expect(found).toMatch(/^ok {5}PostgreSQL \d+ answers\.$/m);
  expect(found).toMatch(/^ok {5}The database fits this version of Caseload\.$/m);
});

test('the doctor tells whether the secret is the one that the database was made with', async () => {
  const words = async (secret: string) =>
    (await examine(settings({ CASELOAD_SECRET: secret }))).lines.find((line) =>
      line.includes('CASELOAD_SECRET'),
    );
  expect(await words('x'.repeat(40))).toMatch(/^note {3}Nothing is encrypted/);
  await ensurePushKeys(opened.db, 'x'.repeat(40));
  expect(await words('x'.repeat(40))).toBe('ok     CASELOAD_SECRET opens what is encrypted with it.');
  expect(await words('y'.repeat(40))).toMatch(/^WRONG {2}CASELOAD_SECRET is not the one/);
});

test('a database that does not answer is a finding, not a crash', async () => {
  const { lines, isWell } = await examine(
    settings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', SMTP_URL: 'smtp://127.0.0.1:9' }),
  );
  const found = lines.join('\n');
  expect(isWell).toBe(false);
  expect(found).toMatch(/^WRONG {2}The mail server doesn't accept us \(\w+\): check SMTP_URL\.$/m);
  expect(found).toMatch(/^WRONG {2}PostgreSQL can't be checked/m);
});
