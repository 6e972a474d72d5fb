import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/db/database.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { openApiDocument } from './openapi.ts';

/** A database that doesn't respond within this time counts as down: callers need the answer in time. */
const DATABASE_LIMIT_MS = 2_000;

/** One query for all concurrent callers: a hanging database blocks one connection, not all. */
function createDatabaseCheck(db: Database): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  return async () => {
    running ??= db.ping().finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ApiError('server.busy')), DATABASE_LIMIT_MS);
    });
    try {
      await Promise.race([running, limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}

export const operationsRoutes: Module = (api) => {
  const { config, db } = api.dependencies;
  const checkDatabase = createDatabaseCheck(db);
  // Built when first asked for, which costs as much as the rest of the start; it doesn't change while the server runs.
  let description: string | null = null;

  api.handleFree('operations.health', async () => {
    await checkDatabase();
    return { status: 'ok' as const, database: db.kind, version: config.version };
  });
  api.handleFree('operations.demo', async () => ({
    sign_ins: config.mode === 'demo' ? [...DEMO_SIGN_INS] : [],
  }));
  api.handleRaw('operations.openapi', async ({ reply }) => {
    description ??= JSON.stringify(openApiDocument(config.version));
    await reply.type('application/json; charset=utf-8').send(description);
  });
};
