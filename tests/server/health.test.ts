import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

describe.each(databaseKinds)('health on %s', (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterAll(() => world.close());

  test('answers while every connection is in use', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const taken = Array.from({ length: 40 }, () =>
      world.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await released;
      }),
    );
    try {
      expect((await world.call('operations.health')).status).toBe(200);
    } finally {
      release();
      await Promise.all(taken);
    }
  });

  test('answers while a failed transaction is not yet rolled back', async () => {
    await world.db
      .transaction(async (tx) => {
        await tx.execute(sql`select 1 / 0`).catch(() => undefined);
        expect((await world.call('operations.health')).status).toBe(200);
        throw new Error('undone');
      })
      .catch(() => undefined);
  });
});
