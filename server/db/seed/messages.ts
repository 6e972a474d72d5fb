import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { ROLES } from '#domain/access/roles.ts';
import { SIGNATURE_SIZE } from '#domain/notifications/announcement-rules.ts';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Change } from '#server/db/change-index.ts';
import type {
  admin_messages,
  notification_receipts,
  notifications,
} from '#server/db/schema/notifications.ts';
import { DEMO_SIGN_INS } from './demo-sign-ins.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

export interface SeededMessages {
  messages: (typeof admin_messages.$inferSelect)[];
  notifications: (typeof notifications.$inferSelect)[];
  receipts: (typeof notification_receipts.$inferSelect)[];
  changes: Change[];
}

interface Draft {
  title: string;
  display_msg: string;
  message: string;
  daysAgo: number;
  lasts?: number;
  providersOnly?: true;
  needs: 'nothing' | 'acknowledgment' | 'signature';
}

const DRAFTS: readonly Draft[] = [
  {
    title: 'Mandated reporter policy',
    display_msg: 'Please read and sign by Friday.',
    message:
      '<p>Every provider is a <strong>mandated reporter</strong>. If you suspect abuse or neglect:</p><ol><li><p>Call the county hotline immediately.</p></li><li><p>File the written report within 36 hours.</p></li><li><p>Tell your supervisor that you filed, without details.</p></li></ol><p>Your signature confirms that you have read this policy.</p>',
    ...{ daysAgo: 4, providersOnly: true, needs: 'signature' },
  },
  {
    title: 'Timesheets due before the holiday',
    display_msg: 'Submit yours two days early.',
    message:
      '<p>Payroll closes two days early this period. Submit your timesheet by <strong>Wednesday at 5 PM</strong>, and finish your notes before that.</p>',
    ...{ daysAgo: 9, lasts: 12, needs: 'acknowledgment' },
  },
  {
    title: 'Welcome back',
    display_msg: 'What is new this school year.',
    message:
      '<h2>New this year</h2><ul><li><p>Makeup sessions have their own list.</p></li><li><p>IEP dates appear with each student.</p></li></ul>',
    ...{ daysAgo: 60, lasts: 30, needs: 'nothing' },
  },
];

/**
 * Messages of the demo organization with their receipts. The accounts that the login page lists have done
 * everything, except in the demo of the usual size, where the newest message waits for them.
 */
export function seedMessages(
  random: Random,
  { users }: Pick<People, 'users'>,
  { today, isWaiting }: { today: string; isWaiting: boolean },
): SeededMessages {
  const seeded: SeededMessages = { messages: [], notifications: [], receipts: [], changes: [] };
  const sender = users.find(({ role }) => role === ROLES.admin)?.id ?? '';
  const listed = new Set<string>(DEMO_SIGN_INS.map(({ email }) => email));
  const signature = scribble();
  for (const [at, draft] of DRAFTS.entries()) {
    const { title, display_msg, message, daysAgo, lasts, needs, providersOnly = false } = draft;
    const requires_signature = needs === 'signature';
    const requires_acknowledgment = needs !== 'nothing';
    const content_hash = createHash('sha256').update(`${title} ${message}`).digest('hex');
    const day = dayPlus(today, -daysAgo);
    const shown_from = pacificInstant(day, '08:00');
    const shared = {
      ...{ title, display_msg, message, attachments: [], requires_acknowledgment, requires_signature },
      ...{ shown_from, content_hash, deleted_at: null, version: 1 },
      shown_until: lasts === undefined ? null : pacificInstant(dayPlus(day, lasts), '18:00'),
    };
    const id = random.id();
    seeded.messages.push({
      ...{ ...shared, id, sent_by: sender, sent_at: shown_from, recalled_at: null },
      audience: providersOnly ? { ...NOBODY, roles: [ROLES.provider] } : { ...NOBODY, is_everyone: true },
      versions: [{ content_hash, title, message, attachments: [] }],
    });
    const people = users.filter(({ role }) => !providersOnly || role === ROLES.provider);
    for (const user of people) {
      const isDone = listed.has(user.email) ? at > 0 || !isWaiting : random.chance(at === 0 ? 0.6 : 0.9);
      const done = isDone
        ? pacificInstant(dayPlus(day, random.int(0, 2)), `${random.int(8, 9)}:30`.padStart(5, '0'))
        : null;
      const row: SeededMessages['notifications'][number] = {
        ...{ ...shared, id: random.id(), receiver: user.id, kind: 'announcement', event: null },
        ...{ admin_message: id, provider_name: '', effective_date: day, mailed_at: null },
        ...{ viewed_hash: isDone ? content_hash : '', viewed_at: done },
        acknowledged_at: requires_acknowledgment ? done : null,
      };
      seeded.notifications.push(row);
      seeded.changes.push({ entity: 'notification', id: row.id, scopes: [`user:${user.id}`] });
      if (done === null || !requires_acknowledgment) continue;
      seeded.receipts.push({
        ...{ id: random.id(), notification: row.id, receiver: user.id, content_hash, signed_name: '' },
        ...{ signature: requires_signature ? signature : null, acknowledged_at: done, received_at: done },
        ...{ deleted_at: null, version: 1 },
      });
    }
  }
  return seeded;
}

/** A drawn line as the signature pad makes it: a PNG in shades of gray as a data URL. */
function scribble(): string {
  const { width, height } = SIGNATURE_SIZE;
  const pixels = Buffer.alloc((width + 1) * height, 255);
  for (let y = 0; y < height; y += 1) pixels[y * (width + 1)] = 0;
  for (let x = 60; x < width - 60; x += 1) {
    const y = Math.round(height / 2 + 40 * Math.sin(x / 17) * Math.cos(x / 61));
    for (let wide = -1; wide <= 1; wide += 1) pixels[(y + wide) * (width + 1) + x + 1] = 20;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const part = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(pixels)),
    part('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}
