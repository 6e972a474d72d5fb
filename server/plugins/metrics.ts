import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/db/database.ts';
import { onSlowQuery, type PostgresDatabase } from '#server/db/postgres.ts';
import { readQueueAges } from '#server/db/queue-ages.ts';
import type { Standby } from '#server/db/standby.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BYTES = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];
/** The calls whose size tells how much the devices have to catch up on. */
const SIZED: Readonly<Record<string, 'push' | 'pull'>> = {
  '/api/sync/push/': 'push',
  '/api/sync/pull/': 'pull',
};

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * `GET /metrics` in Prometheus's text format, for anyone with the token: requests, sizes of pushes and pulls,
 * ages of the server's queues, slow queries, connections, and the process. No label names a person or a record.
 * Register it before everything that answers.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, standby }: { db: Database; standby: Standby | null },
  token: string,
): void {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'caseload_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const bytes = new Histogram({
    name: 'caseload_sync_bytes',
    help: 'Sizes of what devices push and pull, uncompressed.',
    labelNames: ['direction'] as const,
    buckets: BYTES,
    registers,
  });
  new Gauge({
    name: 'caseload_queue_age_seconds',
    help: 'How long the oldest entry of each queue has been due; 0 where none is.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      for (const [queue, age] of Object.entries(await readQueueAges(db, new Date())))
        this.set({ queue }, age);
    },
  });
  if (db.kind === 'postgres') measurePool(db as PostgresDatabase, registers);
  if (standby !== null) measureStandby(standby, registers);

  app.addHook('onSend', async ({ routeOptions: { url }, headers }, _reply, payload) => {
    const direction = SIZED[url ?? ''];
    if (direction === 'push') bytes.observe({ direction }, Number(headers['content-length'] ?? 0));
    if (direction === 'pull' && typeof payload === 'string') {
      bytes.observe({ direction }, Buffer.byteLength(payload));
    }
    return payload;
  });
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, reply) => {
    // The pattern, never the address: that has ids. Files of the page are one route.
    const route = url?.startsWith('/api/') === true ? url : 'page';
    requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || !isSame(given, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('');
    }
    reply.header('cache-control', 'no-store');
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function measureStandby(standby: Standby, registers: Registry[]): void {
  new Gauge({
    name: 'caseload_standby_lag_seconds',
    help: 'How far the standby was behind at the last report.',
    registers,
    collect() {
      this.set(standby.lag());
    },
  });
  new Gauge({
    name: 'caseload_standby_reports',
    help: 'Reports since the start that the standby answered, and those left to the primary.',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      for (const [outcome, count] of Object.entries(standby.counts)) this.set({ outcome }, count);
    },
  });
}

function measurePool(db: PostgresDatabase, registers: Registry[]): void {
  const { pool } = db;
  new Gauge({
    name: 'caseload_database_connections',
    help: 'Connections of the pool by state, and queries that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  const slow = new Counter({
    name: 'caseload_slow_queries_total',
    help: 'Queries that took longer than half a second.',
    registers,
  });
  onSlowQuery(db, () => slow.inc());
}
