import { Client } from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  Plan: { 'Shared Hit Blocks'?: number; 'Shared Read Blocks'?: number };
}

/**
 * How much PostgreSQL reads for some work: the blocks of tables and indexes that its statements touch, by their plans.
 * Other work of the machine doesn't change it, unlike a time.
 * @param url of the database; the statements are explained on a connection of their own
 */
export async function blocksRead(url: string, work: () => Promise<unknown>) {
  const statements = await statementsOf(work);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone to 'UTC'");
    let blocks = 0;
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      );
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
      blocks += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0);
    }
    return { blocks, statements: statements.length };
  } finally {
    await client.end();
  }
}

/** Where the reads that are sent to PostgreSQL are noted; null while nobody asks. */
let noted: Statement[] | null = null;

// The pool keeps each connection's own function, so it is replaced before there is one.
const { query } = Client.prototype;
Client.prototype.query = function watched(this: Client, ...args: unknown[]) {
  const [asked, given] = args as [string | Partial<Statement>, unknown[] | undefined];
  const text = typeof asked === 'string' ? asked : (asked.text ?? '');
  const values = (typeof asked === 'string' ? given : (asked.values ?? given)) ?? [];
  if (/^\s*(select|with)\b/i.test(text)) noted?.push({ text, values });
  return Reflect.apply(query, this, args);
} as typeof query;

async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  noted = statements;
  try {
    await work();
  } finally {
    noted = null;
  }
  return statements;
}
