import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PushedWrite } from '#contract/sync.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { quarantined_writes } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import type { Person } from './api-world.ts';
import { LockedDevice, queuedWrite } from './locked-device.ts';
import { MOTOR, type OfficeWorld, type PersonName, sessionApart } from './office-world.ts';

export const CAPTURED = '2026-03-10T16:40:00.000Z';

/** The row that a creation makes. */
export function rowId(write: PushedWrite): string {
  return (write.body as { id: string }).id;
}

/** What people of the office do with kept writes. The world is opened later, by the test. */
export function quarantineFixture(opened: () => OfficeWorld) {
  const creation = (changes: Record<string, unknown> = {}) =>
    queuedWrite('session.create', { body: sessionApart(opened(), changes), captured_at: CAPTURED });
  /** A session of otto's about paula's anna, whom he may not see. */
  const foreign = (changes: Record<string, unknown> = {}) => creation({ service: MOTOR, ...changes });
  const report = (changes: Record<string, unknown> = {}) => ({
    device_id: randomUUID(),
    device_now: opened().clock.now.toISOString(),
    app_version: '1.0.0',
    unsent_count: 0,
    unsent_since: null,
    ...changes,
  });
  const handOver = (person: PersonName, writes: readonly PushedWrite[], note = 'Please take this over.') =>
    opened().as(person, 'sync.hand-over', { body: { device: report(), note, writes } });
  const push = (person: PersonName, writes: readonly PushedWrite[]) =>
    opened().as(person, 'sync.push', { body: { device: report(), writes } });
  const list = (person: PersonName, all = false) =>
    opened().as(person, 'quarantine.list', all ? { query: { all: '1' } } : {});
  const accept = (person: PersonName, id: string, note = '') =>
    opened().as(person, 'quarantine.accept', { params: { id }, body: { note } });
  const refuse = (person: PersonName, id: string, note = 'Recorded twice.') =>
    opened().as(person, 'quarantine.refuse', { params: { id }, body: { note } });
  const sessionOf = async (write: PushedWrite) =>
    (
      await opened()
        .db.select()
        .from(sessions)
        .where(eq(sessions.id, rowId(write)))
    )[0];
  const keptAs = async (id: string) =>
    (await opened().db.select().from(quarantined_writes).where(eq(quarantined_writes.write_id, id)))[0];

  const setActive = (person: Person, is_active: boolean) =>
    opened().db.update(users).set({ is_active }).where(eq(users.id, person.id));

  /** Work of an author whose account was closed before it was sent. */
  async function leftBehind(write: PushedWrite, author: Person = opened().people.paula) {
    const { token } = await opened().signIn(author);
    const device = await LockedDevice.register(opened(), token);
    await setActive(author, false);
    await device.pushEncrypted([write]);
    await setActive(author, true);
    return device;
  }

  return {
    creation,
    foreign,
    report,
    handOver,
    push,
    list,
    accept,
    refuse,
    sessionOf,
    keptAs,
    leftBehind,
    setActive,
  };
}
