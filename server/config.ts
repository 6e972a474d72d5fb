import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { APP_VERSION } from '#contract/app-version.ts';
import { CATEGORY_CODES, TICKET_LISTS, type TicketList } from '#domain/tickets/ticket.ts';
import { type S3Place, s3PlaceOf } from './blobs/s3-place.ts';

export interface Config {
  /** Printed at the top of notes; empty if not set. */
  organizationName: string;
  /** In demo mode the demo organization is seeded and its accounts are listed. */
  mode: 'demo' | 'production';
  /** Whether super admins and admins must have a second factor, or may have one. */
  secondFactor: 'required' | 'offered';
  port: number;
  /** The address to listen on. */
  host: string;
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** PostgreSQL itself, if `databaseUrl` is a pooler's. */
  databaseDirectUrl: string | null;
  /** A streaming standby, from which reports are read; null: from the database. */
  databaseReadUrl: string | null;
  /** Where the bytes of attachments are; null: in a folder of `dataDir`. */
  attachments: S3Place | null;
  /** The app's public URL without a trailing slash: for links in emails. */
  publicUrl: string;
  /** Signs tokens and encrypts the keys in escrow. At least 32 characters. */
  secret: string;
  smtpUrl: string | null;
  mailFrom: string;
  /**
   * Whose forwarded client address is trusted: no one's, that of the nearest n proxies, or of proxies by
   * address.
   */
  trustProxy: false | number | string[];
  logLevel: string;
  /** Who may read the metrics; null serves none. */
  metricsToken: string | null;
  version: string;
  /** The ClickUp server that tickets go to; null: they stay in our database. The key never leaves the server. */
  clickUp: { url: string; key: string; lists: Readonly<Record<TicketList, string>> } | null;
  /** By category, the numeric ids of those who get its tickets. */
  ticketAssignees: Readonly<Record<number, readonly number[]>>;
  /** Origins of push services besides those of the usual browsers. */
  pushServices: readonly string[];
}

/** The environment lacks a value or has an invalid one; the message says which. */
export class ConfigProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigProblem';
  }
}

/** The invented agency of the demo. */
const DEMO_ORGANIZATION = 'Bright Harbor Therapy Services';

const MOST_HOPS = 10;
/** Names for address ranges. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return PROXY_RANGES.includes(text);
  if (prefix === undefined) return true;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** The number of proxies, or a comma-separated list of their addresses and networks. */
function readTrustProxy(text: string, context: z.RefinementCtx): Config['trustProxy'] {
  if (/^\d+$/.test(text) && Number(text) <= MOST_HOPS) return Number(text) === 0 ? false : Number(text);
  const list = text.split(',').map((part) => part.trim());
  if (list.every(isProxyAddress)) return list;
  context.addIssue({
    code: 'custom',
    message: `must be the number of proxies in front of the server, ${MOST_HOPS} at most, or a list of their addresses`,
  });
  return z.NEVER;
}

/** `name=value` entries, separated by commas or semicolons. */
function readEntries(text: string, separator: string): [name: string, value: string][] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const at = entry.indexOf('=');
      return at < 0 ? [entry, ''] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    });
}

/** `bug-issue=901,payroll=902,…`: the tracker's id of each of the seven lists. */
function readLists(text: string, context: z.RefinementCtx): Record<TicketList, string> {
  const given = new Map(readEntries(text, ','));
  const missing = TICKET_LISTS.filter((list) => !given.get(list));
  if (missing.length === 0 && given.size === TICKET_LISTS.length) {
    return Object.fromEntries(given) as Record<TicketList, string>;
  }
  context.addIssue({
    code: 'custom',
    message: `must name these lists and no others, as in bug-issue=901: ${TICKET_LISTS.join(', ')}`,
  });
  return z.NEVER;
}

/** `1=81001,81002;4=81007`: by category, the numeric ids of its assignees. */
function readAssignees(text: string, context: z.RefinementCtx): Config['ticketAssignees'] {
  const read = readEntries(text, ';').map(([code, ids]) => [code, ids.split(',').map(Number)] as const);
  const isGood = read.every(
    ([code, ids]) =>
      CATEGORY_CODES.some((known) => String(known) === code) &&
      ids.every((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31),
  );
  if (isGood) return Object.fromEntries(read);
  context.addIssue({ code: 'custom', message: 'must name categories and ids, as in 1=81001,81002;4=81007' });
  return z.NEVER;
}

/** `https://push.example,…` */
function readOrigins(text: string, context: z.RefinementCtx): string[] {
  const origins = readEntries(text, ',').map(([origin]) => origin);
  if (origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) return origins;
  context.addIssue({ code: 'custom', message: 'must name origins, as in https://push.example' });
  return z.NEVER;
}

const Environment = z.object({
  CLICKUP_URL: z.url({ protocol: /^https?$/ }).default('https://api.clickup.com'),
  CLICKUP_KEY: z.string().min(1).optional(),
  CLICKUP_LISTS: z.string().transform(readLists).optional(),
  TICKET_ASSIGNEES: z.string().default('').transform(readAssignees),
  PUSH_SERVICES: z.string().default('').transform(readOrigins),
  CASELOAD_MODE: z.enum(['demo', 'production']).default('demo'),
  ORGANIZATION_NAME: z.string().trim().max(200).optional(),
  SECOND_FACTOR: z.enum(['required', 'offered']).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_DIRECT_URL: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  ATTACHMENTS_URL: z.string().min(1).optional(),
  PUBLIC_URL: z.url().optional(),
  CASELOAD_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(3).default('Caseload <no-reply@caseload.example>'),
  TRUST_PROXY: z.string().default('0').transform(readTrustProxy),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The demo's passwords are public: by default only this machine can reach it. */
const DEFAULT_HOST = { demo: '127.0.0.1', production: '0.0.0.0' } as const;

/** The demo's accounts are public and shared: a second factor would lock others out. */
const DEFAULT_SECOND_FACTOR = { demo: 'offered', production: 'required' } as const;

/** A demo creates its secret once and stores it next to its data. */
function demoSecret(dataDir: string): string {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file))
    return z.object({ secret: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).secret;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, JSON.stringify({ secret }), { mode: 0o600 });
  return secret;
}

/** @throws ConfigProblem */
function readBucket(text: string, environment: NodeJS.ProcessEnv): S3Place {
  const place = s3PlaceOf(text, environment);
  if (typeof place === 'string') throw new ConfigProblem(`ATTACHMENTS_URL ${place}`);
  return place;
}

/** @throws ConfigProblem */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Environment.safeParse(environment);
  if (!read.success) {
    const words = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigProblem(words.join('; '));
  }
  const given = read.data;
  const dataDir = resolve(given.DATA_DIR);
  if (given.CASELOAD_MODE === 'production' && given.CASELOAD_SECRET === undefined) {
    throw new ConfigProblem(
      'CASELOAD_SECRET is missing: set it to at least 32 random characters and keep it.',
    );
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (given.DATABASE_URL === undefined && given[name] !== undefined) {
      throw new ConfigProblem(`${name} needs DATABASE_URL: the embedded database has neither.`);
    }
  }
  if ((given.CLICKUP_KEY === undefined) !== (given.CLICKUP_LISTS === undefined)) {
    throw new ConfigProblem('CLICKUP_KEY and CLICKUP_LISTS belong together: set both, or neither.');
  }
  return {
    mode: given.CASELOAD_MODE,
    organizationName: given.ORGANIZATION_NAME ?? (given.CASELOAD_MODE === 'demo' ? DEMO_ORGANIZATION : ''),
    secondFactor: given.SECOND_FACTOR ?? DEFAULT_SECOND_FACTOR[given.CASELOAD_MODE],
    port: given.PORT,
    host: given.HOST ?? DEFAULT_HOST[given.CASELOAD_MODE],
    dataDir,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: given.DATABASE_READ_URL ?? null,
    attachments: given.ATTACHMENTS_URL === undefined ? null : readBucket(given.ATTACHMENTS_URL, environment),
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    secret: given.CASELOAD_SECRET ?? demoSecret(dataDir),
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM,
    trustProxy: given.TRUST_PROXY,
    logLevel: given.LOG_LEVEL,
    metricsToken: given.METRICS_TOKEN ?? null,
    version: APP_VERSION,
    clickUp:
      given.CLICKUP_KEY === undefined || given.CLICKUP_LISTS === undefined
        ? null
        : {
            url: given.CLICKUP_URL.replace(/\/+$/, ''),
            key: given.CLICKUP_KEY,
            lists: given.CLICKUP_LISTS,
          },
    ticketAssignees: given.TICKET_ASSIGNEES,
    pushServices: given.PUSH_SERVICES,
  };
}
