import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { SignedIn } from '#contract/auth.ts';
import { addressOf, type ReplyOf } from '#contract/endpoint.ts';
import { type EndpointName, type Endpoints, endpointNamed } from '#contract/index.ts';
import { type AppParts, buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { services } from '#server/db/schema/services.ts';
import { student_accounts, student_providers, students } from '#server/db/schema/students.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import {
  type DatabaseKind,
  type HearStatement,
  openTestDatabase,
  settled,
  type TestDatabase,
} from '#tests/support/database.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

export const PASSWORD = 'correct horse battery';
/** A hash says what it cost, and checking it costs the same: tests log in a thousand times. */
const CHEAP = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

export interface Person {
  id: string;
  username: string;
  email: string;
}

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** An access token. */
  token?: string;
  headers?: Record<string, string>;
}

interface ProblemSent {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  current?: unknown;
  request_id?: string;
}

export interface Answered<Name extends EndpointName> {
  status: number;
  body: ReplyOf<Endpoints[Name]> & ProblemSent;
  headers: LightMyRequestResponse['headers'];
}

export interface ApiWorld {
  app: FastifyInstance;
  db: Database;
  config: Config;
  mails: { to: string; subject: string; text: string }[];
  /** How long the server would have waited, in milliseconds; in tests it doesn't. */
  waits: number[];
  /** The server's clock: stands still until a test moves it. */
  clock: { now: Date };
  addPerson(options?: {
    id?: string;
    role?: string;
    isProvider?: boolean;
    grants?: string[];
  }): Promise<Person>;
  /** A service and a student whom the provider serves. */
  addCaseload(
    provider: Pick<Person, 'id'>,
    ids?: { service: string; student: string },
  ): Promise<{ service: string; student: string }>;
  signIn(person: Person, password?: string): Promise<SignedIn>;
  call<Name extends EndpointName>(name: Name, asked?: Asked): Promise<Answered<Name>>;
  close(): Promise<void>;
}

interface WorldOptions {
  hear?: HearStatement;
  /** Pulls wait for other tests' transactions; not where a test holds one open itself. */
  isSettled?: boolean;
  /** A database that is not on the run's cluster. */
  opened?: TestDatabase;
}

export async function openApiWorld(
  kind: DatabaseKind,
  {
    hear,
    isSettled = true,
    opened: given,
    ...parts
  }: Partial<Pick<AppParts, 'allowances' | 'tracker' | 'mailer' | 'wait'>> & WorldOptions = {},
): Promise<ApiWorld> {
  const opened = given ?? (await openTestDatabase(kind, hear));
  const { db } = opened;
  const mails: ApiWorld['mails'] = [];
  const clock = { now: new Date('2026-03-10T18:00:00.000Z') };
  const mailer = { send: async (mail: ApiWorld['mails'][number]) => void mails.push(mail) };
  // Attached files are the only data outside of the database.
  const dataDir = await mkdtemp(join(tmpdir(), 'caseload-files-'));
  const config = { ...commonConfig, dataDir };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const app = await buildApp({ db, config, mailer, now: () => clock.now, wait, ...parts });
  if (kind === 'postgres' && isSettled) pullSettled(app, db);

  const world: ApiWorld = {
    app,
    db,
    config,
    mails,
    waits,
    clock,
    async addPerson({ id = randomUUID(), role = '2', isProvider = true, grants = [] } = {}) {
      const username = `person-${id.slice(0, 8)}`;
      const email = `${username}@test.example`;
      passwordHash ??= hash(PASSWORD, CHEAP);
      await db.insert(users).values({
        id,
        username,
        email,
        role,
        grants,
        emp: 'w2_nonexempt',
        password_hash: await passwordHash,
        last_password_update: clock.now.toISOString(),
      });
      if (isProvider) {
        await db.insert(providers).values({ id, provider_first: 'Robin', provider_last: username });
        await db.insert(provider_accounts).values({ id });
      }
      await db.transaction((tx) => refreshScopeMembers(tx, [id]));
      return { id, username, email };
    },
    async addCaseload(provider, { service, student } = { service: randomUUID(), student: randomUUID() }) {
      await db.insert(services).values({
        id: service,
        name: 'Speech therapy',
        short_name: 'ST',
        category: randomUUID(),
        default_minutes: 30,
        is_billable: true,
      });
      await db.insert(students).values({ id: student, first_name: 'Sam', last_name: 'Sample' });
      await db.insert(student_accounts).values({ id: student });
      await db.insert(provider_services).values({ provider: provider.id, service });
      await db.insert(student_providers).values({ student, provider: provider.id });
      return { service, student };
    },
    async signIn(person, password = PASSWORD) {
      const { status, body } = await world.call('auth.login', { body: { email: person.email, password } });
      if (status !== 200) throw new Error(`${person.username} could not sign in: ${status} ${body.message}`);
      return body;
    },
    async call<Name extends EndpointName>(name: Name, asked: Asked = {}) {
      const endpoint = endpointNamed(name);
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, asked.params),
        ...(asked.query === undefined ? {} : { query: asked.query }),
        ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
        headers: {
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(asked.token === undefined ? {} : { authorization: `Bearer ${asked.token}` }),
          ...asked.headers,
        },
      });
      return {
        status: response.statusCode,
        body: (response.body === '' ? undefined : JSON.parse(response.body)) as Answered<Name>['body'],
        headers: response.headers,
      };
    },
    async close() {
      await app.close();
      await opened.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** A demo configuration with its own secret. */
const commonConfig: Config = {
  mode: 'demo',
  secondFactor: 'offered',
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  databaseUrl: null,
  databaseDirectUrl: null,
  databaseReadUrl: null,
  attachments: null,
  publicUrl: 'http://caseload.test',
  secret: randomUUID() + randomUUID(),
  smtpUrl: null,
  organizationName: 'Test Therapy Group',
  mailFrom: 'Caseload <no-reply@test.example>',
  trustProxy: false,
  logLevel: 'silent',
  metricsToken: null,
  version: '0.0.0-test',
  clickUp: null,
  ticketAssignees: {},
  pushServices: [],
};

/** A session body as the form sends it. */
export function sessionBody(
  caseload: { service: string; student: string },
  changes: Record<string, unknown> = {},
) {
  return {
    ...sessionEntry(),
    id: randomUUID(),
    student_ids: [caseload.student],
    service: caseload.service,
    ...changes,
  };
}

/** Transactions of other tests on the cluster hold back what a pull delivers: a test sees what was written. */
function pullSettled(app: FastifyInstance, db: Database): void {
  const send = app.inject.bind(app) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  const settle = async (request: InjectOptions) => {
    if (typeof request.url === 'string' && request.url.startsWith(endpointNamed('sync.pull').path)) {
      await settled(db);
    }
    return send(request);
  };
  app.inject = settle as FastifyInstance['inject'];
}
