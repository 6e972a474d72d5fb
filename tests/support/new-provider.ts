import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { scopesOfProvider } from '#domain/access/scopes.ts';
import { shortName } from '#domain/students/student-name.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { recordChange } from '#server/db/change-index.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { HOME } from '#server/db/seed/catalog.ts';
import { type ApiPerson, demoEmail, type RealServer } from './real-server.ts';

/** Long enough for every entry of a test. */
const DAYS_IN_CARE = 60;

/**
 * Creates a provider without history, with this many students of the demo organization, no two with the same
 * short name. The office assigns the students.
 */
export async function takeProviderOn(
  server: RealServer,
  name: string,
  caseload: number,
): Promise<{ provider: ApiPerson; service: string }> {
  const service = await enterProvider(server, name);
  const admin = await server.as('admin');
  const provider = await server.as(name);
  const students = (await admin.call('student.list')).filter(
    ({ archived, location }) => !archived && location !== null && location !== HOME,
  );
  const cared = [...new Map(students.map((student) => [shortName(student), student])).values()];
  if (cared.length < caseload) throw new Error(`There are ${cared.length} students only.`);
  for (const student of cared.slice(0, caseload)) {
    await admin.call('student-service.create', {
      params: { id: student.id },
      body: {
        ...{ id: randomUUID(), service, provider: provider.signIn.user_id },
        ...{ authorised_minutes: null, authorised_per: 'week' },
        ...{ start_date: dayPlus(pacificDay(new Date()), -DAYS_IN_CARE), end_date: null },
      },
    });
  }
  // Access is determined at login.
  return { provider: await server.as(name), service };
}

/**
 * Inserts a provider like the demo provider directly into the database, with the demo's password. The
 * server is stopped meanwhile.
 * @returns the service that is delivered
 */
async function enterProvider(server: RealServer, name: string): Promise<string> {
  await server.stop();
  const db = await openDatabase(server);
  try {
    return await db.transaction(async (tx) => {
      const [pattern] = await tx
        .select()
        .from(users)
        .innerJoin(provider_services, eq(provider_services.provider, users.id))
        .where(eq(users.username, 'provider'));
      if (pattern === undefined) throw new Error('The demo has no provider.');
      const id = randomUUID();
      const { service } = pattern.provider_services;
      await tx.insert(users).values({ ...pattern.users, id, username: name, email: demoEmail(name) });
      await tx.insert(providers).values({ id, provider_first: 'Busy', provider_last: 'Bee' });
      await tx.insert(provider_accounts).values({ id });
      await tx.insert(provider_services).values({ provider: id, service });
      await recordChange(tx, 'provider', id, scopesOfProvider({ id, services: [service], supervisors: [] }));
      await refreshScopeMembers(tx, [id]);
      return service;
    });
  } finally {
    await db.close();
    await server.start();
  }
}
