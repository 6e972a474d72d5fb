import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { scopesOfStudentFile } from '#domain/access/scopes.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Change } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { attachments } from '#server/db/schema/attachments.ts';
import { bulkInsert } from './bulk-insert.ts';
import { placeFirstRows } from './first-places.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import type { Students } from './students.ts';

/** Where the bytes of files are stored. */
export interface DemoFiles {
  put(id: string, bytes: Uint8Array): Promise<void>;
}

type SeededAttachment = typeof attachments.$inferSelect;

/** One in this many students has a file. */
const EVERY = 12;
/** Maximum for a demo of any size: each is a file on disk. */
const MOST = 150;

/** A few small files in students' files: a page of practice words, a teacher's checklist, a chart. */
export async function insertAttachments(
  tx: Transaction,
  random: Random,
  files: DemoFiles,
  { people, learners, today }: { people: People; learners: Students; today: string },
): Promise<void> {
  const demo = people.providers.find(({ isDemo }) => isDemo)?.row.id;
  const owned = [...learners.caseloads].flatMap(([provider, assignments]) => {
    const students = assignments.map(({ student }) => student);
    // The demo provider's students with files are the last ones by name.
    const chosen =
      provider === demo
        ? students.toSorted((a, b) => a.last_name.localeCompare(b.last_name)).slice(-3)
        : students.filter((_, at) => at % EVERY === 0);
    return chosen.map((student) => ({ provider, student }));
  });
  const rows: SeededAttachment[] = [];
  for (const { provider, student } of owned.slice(0, MOST)) {
    const { file_name, content_type, bytes } = random.pick(KINDS)(random);
    const captured_at = pacificInstant(dayPlus(today, -random.int(3, 60)), '15:10');
    const row: SeededAttachment = {
      ...{ id: random.id(Date.parse(captured_at)), student: student.id, soap_note: null },
      ...{ file_name, content_type, size: bytes.length, is_complete: true },
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...{ uploaded_by: provider, captured_at, received_at: captured_at, deleted_at: null, version: 1 },
    };
    await files.put(row.id, bytes);
    rows.push(row);
  }
  await bulkInsert(tx, attachments, rows);
  await placeFirstRows(
    tx,
    rows.map(
      ({ id, student }): Change => ({
        ...{ entity: 'attachment', id },
        scopes: scopesOfStudentFile({ student }),
      }),
    ),
  );
}

const WORDS = 'rabbit ring river road rope rocket rain robot ruler raccoon radio raft'.split(' ');
const KINDS = [
  (random: Random) => ({
    ...{ file_name: 'Practice words.txt', content_type: 'text/plain' },
    bytes: Buffer.from(`Practice words for home\n\n${random.shuffled(WORDS).slice(0, 8).join('\n')}\n`),
  }),
  (random: Random) => ({
    ...{ file_name: 'Teacher checklist.csv', content_type: 'text/csv' },
    bytes: Buffer.from(
      [
        'Week,Follows directions,Takes turns,Asks for help',
        ...[1, 2, 3, 4].map((week) => `${week},${[0, 0, 0].map(() => random.int(1, 5)).join(',')}`),
        '',
      ].join('\r\n'),
    ),
  }),
  (random: Random) => ({
    ...{ file_name: 'Progress chart.png', content_type: 'image/png' },
    bytes: barChart([1, 2, 3, 4, 5, 6].map((week) => 0.25 + week * 0.08 + random.next() * 0.2)),
  }),
] as const;

/** Bars from 0 to 1 as a 320 × 200 PNG. */
function barChart(values: readonly number[]): Buffer {
  const [width, height] = [320, 200];
  const rows = Buffer.alloc((width * 3 + 1) * height, 0xff);
  const paint = (x: number, y: number, color: readonly number[]) =>
    rows.set(color, y * (width * 3 + 1) + 1 + x * 3);
  for (let y = 0; y < height; y += 1) rows[y * (width * 3 + 1)] = 0;
  values.forEach((value, at) => {
    for (let y = Math.round(180 - Math.min(1, value) * 160); y < 180; y += 1) {
      for (let x = 20 + at * 48; x < 52 + at * 48; x += 1) paint(x, y, [0, 96, 113]);
    }
  });
  for (let x = 10; x < 310; x += 1) paint(x, 180, [120, 113, 108]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
