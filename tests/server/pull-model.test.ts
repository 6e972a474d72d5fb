import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  deleteRow,
  join,
  leave,
  PullingDevice,
  putRow,
  renewEpoch,
  scopesOf,
  truthFor,
} from './pull-world.ts';

const name = fc.constantFrom('a', 'b', 'c');
const id = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('put'), id, scopes: fc.uniqueArray(name, { maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('join', 'leave'), scope: name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pull'), limit: fc.integer({ min: 1, max: 4 }) }) },
);

/** Codes come last in a full pull. Those of this test are locations, too, so that they have no digest. */
const withCodes = (number: number) => (number > 4 ? 'clinical_code' : 'location');

type Step =
  | { kind: 'put'; id: number; scopes: string[] }
  | { kind: 'delete'; id: number }
  | { kind: 'join' | 'leave'; scope: string }
  | { kind: 'pull'; limit: number };

describe.each(databaseKinds)('with random changes between pages on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
    await renewEpoch(db);
  });
  afterAll(() => opened.close());

  test("a device that has pulled to the end has exactly its scopes' rows, and computes the same digests", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step as fc.Arbitrary<Step>, { minLength: 5, maxLength: 40 }),
        fc.boolean(),
        async (steps, hasCodes) => {
          const entityOf = hasCodes ? withCodes : () => 'location' as const;
          const mine = randomUUID().slice(0, 8);
          const userId = randomUUID();
          const device = new PullingDevice(db, userId);
          const scope = (scopeName: string) => `${mine}:${scopeName}`;
          for (const event of steps) {
            if (event.kind === 'pull') await device.pull(event.limit);
            else {
              await db.transaction(async (tx) => {
                if (event.kind === 'put') {
                  const scopes = event.scopes.map(scope);
                  await putRow(tx, `${mine}-${event.id}`, scopes, entityOf(event.id));
                } else if (event.kind === 'delete') {
                  await deleteRow(tx, `${mine}-${event.id}`, entityOf(event.id));
                } else if (event.kind === 'join') await join(tx, userId, scope(event.scope));
                else await leave(tx, userId, scope(event.scope));
              });
            }
          }
          device.compares = true;
          const pages = await device.pullAll(3);
          expect(device.held()).toEqual(await truthFor(db, userId));
          const scopes = await scopesOf(db, userId);
          if (!hasCodes) expect(pages.at(-1)?.digests).toEqual(device.digestsOf(scopes));
          expect(pages.slice(0, -1).every((page) => page.digests === undefined)).toBe(true);
        },
      ),
      { numRuns: 90 },
    );
  });
});
