import type { PostgresDatabase } from '#server/db/postgres.ts';

interface Client {
  query(...asked: unknown[]): unknown;
}

/** Lets a planted bug change the queries of PostgreSQL transactions. */
export function changeQueries(db: PostgresDatabase, changed: (text: string) => string): void {
  const connect = db.pool.connect.bind(db.pool) as () => Promise<Client>;
  const known = new WeakSet<Client>();
  const connectChanged = async () => {
    const client = await connect();
    if (known.has(client)) return client;
    known.add(client);
    const send = client.query.bind(client);
    client.query = (asked, ...rest) => {
      const { text } = asked as { text?: unknown };
      return typeof text === 'string'
        ? send({ ...(asked as object), text: changed(text) }, ...rest)
        : send(asked, ...rest);
    };
    return client;
  };
  const pool = db.pool as unknown as { connect(whenReady?: unknown): unknown };
  const connectPlain = pool.connect.bind(pool);
  pool.connect = (whenReady) => (whenReady === undefined ? connectChanged() : connectPlain(whenReady));
}
