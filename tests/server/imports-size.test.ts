import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINES_PER_CALL } from '#contract/imports.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { lineReader } from '#domain/imports/import-lines.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { type OfficeWorld, openOfficeWorld } from './office-world.ts';

/** 1 is an organization with 5,000 students, 300 providers, and 50,000 sessions; the soak run sets it. */
const SCALE = Number(process.env.IMPORT_SCALE ?? 0.02);
const [STUDENTS, PROVIDERS, SESSIONS] = [5_000 * SCALE, 300 * SCALE, 50_000 * SCALE].map(Math.ceil) as [
  number,
  number,
  number,
];

let world: OfficeWorld;
beforeAll(async () => {
  world = await openOfficeWorld('pglite');
});
afterAll(() => world.close());

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const FILES: readonly (readonly [ImportKind, readonly string[], readonly (readonly string[])[]])[] = [
  [
    'student',
    ['first_name', 'last_name', 'district_student_id', 'date_of_birth', 'client'],
    numbers(STUDENTS).map((at) => [
      ...[`First ${at}`, `Last ${at % 97}`, `N${at}`],
      // Every fiftieth line has an error.
      ...[at % 50 === 7 ? 'soon' : '9/5/2016', 'Quailhaven District'],
    ]),
  ],
  [
    'provider',
    ['provider_first', 'provider_last', 'email', 'emp', 'services'],
    numbers(PROVIDERS).map((at) => ['Pat', `Vale ${at}`, `p${at}@agency.example`, 'Contractor', 'Speech']),
  ],
  [
    'session',
    ['provider', 'district_student_id', 'service', 'session_date', 'start_time', 'actual_minutes'],
    numbers(SESSIONS).map((at) => [
      ...[`p${at % PROVIDERS}@agency.example`, `N${(at % (STUDENTS / 50)) * 50}`, 'Speech'],
      ...[
        dayPlus('2025-03-01', Math.floor(at / PROVIDERS) % 360),
        `${8 + (Math.floor(at / PROVIDERS / 360) % 9)}:00`,
        '30',
      ],
    ]),
  ],
];

test('a whole organization is checked, imported, and taken back chunk by chunk', {
  timeout: 900_000,
}, async () => {
  const ids: string[] = [];
  const times: Record<string, string> = {};
  for (const [kind, keys, rows] of FILES) {
    const started = performance.now();
    const reader = lineReader(kind, Object.fromEntries(keys.map((key, at) => [key, at])), keys.length);
    reader.take(rows.map((cells, at) => ({ line: at + 2, cells, fault: null })));
    const { good, faulty } = reader.read;
    const read = performance.now();
    const chunks = numbers(Math.ceil(good.length / LINES_PER_CALL)).map((at) =>
      good.slice(at * LINES_PER_CALL, (at + 1) * LINES_PER_CALL),
    );
    for (const lines of chunks) {
      const { body } = await world.as('superadmin', 'import.check', {
        body: { kind, existing: 'skip', lines },
      });
      expect(body.results.filter(({ outcome }) => outcome !== 'add')).toEqual([]);
    }
    const checked = performance.now();
    const id = randomUUID();
    let longest = 0;
    for (const [at, lines] of chunks.entries()) {
      const begun = performance.now();
      const { status, body } = await world.as('superadmin', 'import.run', {
        body: {
          ...{ id, kind, existing: 'skip', file_name: `${kind}.csv`, columns: {}, file_lines: rows.length },
          ...{ faulty: faulty.length, from: at * LINES_PER_CALL, is_last: at === chunks.length - 1, lines },
        },
      });
      expect(status, JSON.stringify(body)).toBe(201);
      longest = Math.max(longest, performance.now() - begun);
    }
    ids.push(id);
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`;
    times[kind] =
      `${good.length} lines: read ${seconds(started, read)}, checked ${seconds(read, checked)}, ` +
      `imported ${seconds(checked, performance.now())}, longest call ${seconds(0, longest)}`;
    expect(faulty.length).toBe(kind === 'student' ? Math.ceil((STUDENTS - 7) / 50) : 0);
  }
  const before = performance.now();
  for (const id of [...ids].reverse()) {
    for (let next: number | null = null; ; ) {
      const { body }: { body: { next: number | null; import: { remaining: number } } } = await world.as(
        'superadmin',
        'import.undo',
        { params: { id }, body: { before: next } },
      );
      next = body.next;
      if (next !== null) continue;
      expect(body.import.remaining).toBe(0);
      break;
    }
  }
  times.undo = `${((performance.now() - before) / 1_000).toFixed(1)} s`;
  if (process.env.IMPORT_SCALE !== undefined) console.log(times);
});
