import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, mayChangeOwnDay, maySeeSession, maySeeStudent } from '#domain/access/row-rules.ts';
import { memberScope } from '#domain/access/scope-parts.ts';
import {
  scopesOfOwnDay,
  scopesOfSession,
  scopesOfStudent,
  scopesOfTimesheet,
} from '#domain/access/scopes.ts';
import { CHANGE_CHANNEL, READER_PREFIX } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { provider_services, providers, supervisions } from '#server/db/schema/providers.ts';
import { student_providers, student_services, students } from '#server/db/schema/students.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

interface Person {
  id: string;
  role: string;
  delivers: boolean;
  services: string[];
  supervisees: string[];
}
interface Child {
  id: string;
  archived: boolean;
  client: string | null;
  services: string[];
  providers: string[];
}

async function addPerson(tx: Transaction, person: Person): Promise<void> {
  await tx.insert(users).values({
    id: person.id,
    username: person.id,
    email: `${person.id}@example.org`,
    password_hash: '',
    last_password_update: '2026-01-01T00:00:00Z',
    role: person.role,
    emp: 'w2_nonexempt',
  });
  if (person.delivers)
    await tx.insert(providers).values({ id: person.id, provider_first: 'A', provider_last: 'B' });
  for (const service of person.services)
    await tx.insert(provider_services).values({ provider: person.id, service });
  for (const supervisee of person.supervisees)
    await tx.insert(supervisions).values({ supervisor: person.id, supervisee });
}

async function addStudent(tx: Transaction, child: Child): Promise<void> {
  const { id, archived, client } = child;
  await tx.insert(students).values({ id, first_name: 'A', last_name: 'B', archived, client });
  for (const service of child.services) await tx.insert(student_services).values({ student: id, service });
  for (const provider of child.providers)
    await tx.insert(student_providers).values({ student: id, provider });
}

function actorOf(person: Person, children: readonly Child[]): Actor {
  return {
    user_id: person.id,
    provider_id: person.delivers ? person.id : null,
    role: person.role,
    grants: [],
    service_ids: new Set(person.services),
    supervisee_ids: new Set(person.supervisees),
    student_ids: new Set(
      children.filter((child) => child.providers.includes(person.id)).map((child) => child.id),
    ),
  };
}

/** Random organizations of a few people of all roles, including unknown ones. */
const organization = fc
  .record({ people: fc.integer({ min: 1, max: 6 }), children: fc.integer({ min: 0, max: 6 }) })
  .chain(({ people, children }) => {
    const peopleIds = Array.from({ length: people }, () => randomUUID());
    const serviceIds = Array.from({ length: 3 }, () => randomUUID());
    const clientIds = Array.from({ length: 2 }, () => randomUUID());
    const some = (ids: string[]) => fc.subarray(ids);
    return fc.record({
      serviceIds: fc.constant(serviceIds),
      people: fc.tuple(
        ...peopleIds.map((id) =>
          fc.record({
            id: fc.constant(id),
            role: fc.constantFrom('0', '1', '2', '3', '4', '7', ''),
            delivers: fc.boolean(),
            services: some(serviceIds),
            supervisees: some(peopleIds),
          }),
        ),
      ),
      children: fc.tuple(
        ...Array.from({ length: children }, () => randomUUID()).map((id) =>
          fc.record({
            id: fc.constant(id),
            archived: fc.boolean(),
            client: fc.constantFrom(null, ...clientIds),
            services: some(serviceIds),
            providers: some(peopleIds),
          }),
        ),
      ),
    });
  });

describe.each(databaseKinds)('the scopes that people follow on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());

  const inTransaction = (work: (tx: Transaction) => Promise<void>) => db.transaction(work);

  async function membershipsOf(userId: string) {
    const found = await db.execute<{ scope: string; has_left: boolean; seq: string }>(sql`
      select scope, has_left, seq::text as seq from scope_members where user_id = ${userId}::uuid order by scope
    `);
    return found.rows;
  }
  const scopesOf = async (userId: string) =>
    (await membershipsOf(userId)).filter((member) => !member.has_left).map((member) => member.scope);

  function person(role: string, facts: Partial<Person> = {}): Person {
    return { id: randomUUID(), role, delivers: true, services: [], supervisees: [], ...facts };
  }
  function child(facts: Partial<Child> = {}): Child {
    return { id: randomUUID(), archived: false, client: null, services: [], providers: [], ...facts };
  }

  test('select exactly the rows that the row rules allow, in any organization', async () => {
    await fc.assert(
      fc.asyncProperty(organization, async ({ people, children, serviceIds }) => {
        await inTransaction(async (tx) => {
          // Ids repeat while fast-check shrinks a failing case.
          await tx.execute(sql`truncate users, providers, provider_services, supervisions, students, student_services,
            student_providers, scope_members, follows cascade`);
          for (const each of people) await addPerson(tx, each);
          for (const each of children) await addStudent(tx, each);
          await refreshScopeMembers(
            tx,
            people.map(({ id }) => id),
          );
        });
        const delivering = people.filter(({ delivers }) => delivers);
        for (const each of people) {
          const actor = actorOf(each, children);
          const follows = new Set(await scopesOf(each.id));
          const reaches = (scopes: string[]) => scopes.some((scope) => follows.has(memberScope(scope)));
          const knownRole = ['0', '1', '2', '3', '4'].includes(each.role);
          for (const { id: provider } of delivering) {
            expect(reaches(scopesOfOwnDay({ provider }))).toBe(knownRole && provider === each.id);
            const sheet = {
              provider_id: provider,
              period_start_date: '2026-03-01',
              status: 'approved',
            } as const;
            expect(reaches(scopesOfTimesheet(sheet))).toBe(knownRole && mayChangeOwnDay(actor, { provider }));
            for (const service of serviceIds) {
              const session = { provider, service, session_date: '2026-03-02', approval_request: 'none' };
              expect(reaches(scopesOfSession(session))).toBe(knownRole && maySeeSession(actor, session));
            }
          }
          for (const student of children) {
            expect(reaches(scopesOfStudent(student))).toBe(knownRole && maySeeStudent(actor, student));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('include the clients of own students alone', async () => {
    const service = randomUUID();
    const [ofOwn, ofTeam, ofService] = [randomUUID(), randomUUID(), randomUUID()];
    const provider = person('2');
    const supervisor = person('4', { supervisees: [provider.id] });
    const lead = person('3', { services: [service] });
    await inTransaction(async (tx) => {
      for (const each of [provider, supervisor, lead]) await addPerson(tx, each);
      await addStudent(tx, child({ client: ofTeam, providers: [provider.id] }));
      await addStudent(tx, child({ client: ofOwn, providers: [supervisor.id] }));
      await addStudent(tx, child({ client: ofService, services: [service] }));
      await addStudent(
        tx,
        child({ client: randomUUID(), archived: true, services: [service], providers: [provider.id] }),
      );
      await refreshScopeMembers(tx, [provider.id, supervisor.id, lead.id]);
    });
    const clientsOf = async ({ id }: Person) =>
      (await scopesOf(id)).filter((scope) => scope.startsWith('client:'));
    expect(await clientsOf(provider)).toEqual([`client:${ofTeam}`]);
    expect(await clientsOf(supervisor)).toEqual([`client:${ofOwn}`]);
    expect(await clientsOf(lead)).toEqual([]);
  });

  test('keep their place when others are added and removed', async () => {
    const provider = person('2');
    const [first, second] = [child({ providers: [provider.id] }), child({ providers: [provider.id] })];
    await inTransaction(async (tx) => {
      await addPerson(tx, provider);
      await addStudent(tx, first);
      await refreshScopeMembers(tx, [provider.id]);
    });
    const before = await membershipsOf(provider.id);
    await inTransaction(async (tx) => {
      await addStudent(tx, second);
      await refreshScopeMembers(tx, [provider.id]);
    });
    const after = await membershipsOf(provider.id);
    expect(after.filter(({ scope }) => scope !== `student:${second.id}`)).toEqual(before);
    await inTransaction(async (tx) => {
      await tx.execute(sql`delete from student_providers where student = ${first.id}`);
      await refreshScopeMembers(tx, [provider.id]);
    });
    const left = await membershipsOf(provider.id);
    expect(left.filter(({ has_left }) => has_left).map(({ scope }) => scope)).toEqual([
      `student:${first.id}`,
    ]);
    expect(left.filter(({ has_left }) => !has_left)).toEqual(
      after.filter(({ scope }) => scope !== `student:${first.id}`),
    );
  });

  test('are empty for inactive people, and complete again when they are back', async () => {
    const admin = person('1');
    await inTransaction(async (tx) => {
      await addPerson(tx, admin);
      await refreshScopeMembers(tx, [admin.id]);
    });
    const all = await scopesOf(admin.id);
    expect(all).toEqual(['global', 'org', `user:${admin.id}`]);
    for (const [isActive, expected] of [
      [false, []],
      [true, all],
    ] as const) {
      await inTransaction(async (tx) => {
        await tx.execute(sql`update users set is_active = ${isActive} where id = ${admin.id}`);
        await refreshScopeMembers(tx, [admin.id]);
      });
      expect(await scopesOf(admin.id)).toEqual(expected);
    }
  });

  test('follow a change of role', async () => {
    const service = randomUUID();
    const someone = person('3', { services: [service] });
    await inTransaction(async (tx) => {
      await addPerson(tx, someone);
      await refreshScopeMembers(tx, [someone.id]);
    });
    expect(await scopesOf(someone.id)).toEqual(['global', `service:${service}`, `user:${someone.id}`]);
    await inTransaction(async (tx) => {
      await tx.execute(sql`update users set role = '2' where id = ${someone.id}`);
      await refreshScopeMembers(tx, [someone.id]);
    });
    expect(await scopesOf(someone.id)).toEqual(['global', `user:${someone.id}`]);
  });

  test('are announced when they change, and not otherwise', async () => {
    const [changed, same] = [person('2'), person('2')];
    await inTransaction(async (tx) => {
      await addPerson(tx, changed);
      await addPerson(tx, same);
      await refreshScopeMembers(tx, [changed.id, same.id]);
    });
    const heard: string[] = [];
    const unlisten = await db.listen(CHANGE_CHANNEL, (payload) => heard.push(payload.replace(/^\d+ /, '')));
    await inTransaction(async (tx) => {
      await addStudent(tx, child({ providers: [changed.id] }));
      await refreshScopeMembers(tx, [changed.id, same.id]);
    });
    await sleep(150);
    await unlisten();
    expect(heard).toEqual([`${READER_PREFIX}${changed.id}=1`]);
  });
});

test("two transactions that compute one person's scopes wait for each other", async () => {
  const opened = await openTestDatabase('postgres');
  const { db } = opened;
  const provider: Person = { id: randomUUID(), role: '2', delivers: true, services: [], supervisees: [] };
  const client = randomUUID();
  const newChild = (): Child => ({
    id: randomUUID(),
    archived: false,
    client,
    services: [],
    providers: [provider.id],
  });
  const [leaving, coming] = [newChild(), newChild()];
  await db.transaction(async (tx) => {
    await addPerson(tx, provider);
    await addStudent(tx, leaving);
    await addStudent(tx, { ...coming, providers: [] });
    await refreshScopeMembers(tx, [provider.id]);
  });
  await Promise.all([
    db.transaction(async (tx) => {
      await tx.execute(sql`delete from student_providers where student = ${leaving.id}`);
      await sleep(50);
      await refreshScopeMembers(tx, [provider.id]);
      await sleep(50);
    }),
    db.transaction(async (tx) => {
      await tx.insert(student_providers).values({ student: coming.id, provider: provider.id });
      await sleep(50);
      await refreshScopeMembers(tx, [provider.id]);
      await sleep(50);
    }),
  ]);
  const found = await db.execute<{ scope: string }>(sql`
    select scope from scope_members where user_id = ${provider.id} and not has_left order by scope
  `);
  expect(found.rows.map(({ scope }) => scope)).toEqual(
    [`client:${client}`, 'global', `student:${coming.id}`, `user:${provider.id}`].sort(),
  );
  await opened.close();
});
