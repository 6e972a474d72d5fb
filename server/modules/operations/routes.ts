import { sql } from 'drizzle-orm';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import type { Module } from '#server/plugins/call.ts';
import { openApiDocument } from './openapi.ts';

export const operationsRoutes: Module = (api) => {
  const { config, db } = api.surroundings;
  // Made once: it says the same as long as the server runs.
  const description = JSON.stringify(openApiDocument(config.version));

  api.handleFree('operations.health', async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' as const, database: db.kind, version: config.version };
  });
  api.handleFree('operations.demo', async () => ({
    sign_ins: config.mode === 'demo' ? [...DEMO_SIGN_INS] : [],
  }));
  api.handleRaw('operations.openapi', async ({ reply }) => {
    await reply.type('application/json; charset=utf-8').send(description);
  });
};
