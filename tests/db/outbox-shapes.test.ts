import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointNamed, type OfflineEndpointName } from '#contract/index.ts';
import { migrate } from '#server/db/migrate.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { provider_services } from '#server/db/schema/providers.ts';
import { student_providers } from '#server/db/schema/students.ts';
import { upcastWrite } from '#server/modules/sync/upcasts.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { goldenDevices, goldenWrites } from '#tests/support/golden-files.ts';
import { isOfNotes, leadUpToNote } from '#tests/support/golden-soap.ts';
import { GOLDEN_PERIODS, isOfNotifications, leadUp } from '#tests/support/golden-steps.ts';
import { type GoldenWrite, makeGoldenWrites, offlineEndpoints } from '#tests/support/golden-writes.ts';
import { expandSchema } from '#tests/support/next-schema.ts';

const released = goldenWrites();
const [golden] = goldenDevices();

let world: ApiWorld;
let token: string;
let device_id: string;
/** Notes are written by providers and co-signed by leads. */
let lead: { id: string; token: string };
let other: string;

beforeAll(async () => {
  if (golden === undefined) throw new Error('There is no golden device.');
  world = await openApiWorld(usualKind);
  // A newer version may have migrated the database already, while this server still runs, or even starts again.
  await expandSchema(world.db);
  await migrate(world.db);
  // A person who may do all of it.
  const person = await world.addPerson({ id: golden.user_id, role: '0', isProvider: true });
  await world.addCaseload(person, golden);
  await world.db
    .insert(pay_periods)
    .values(GOLDEN_PERIODS.map((period) => ({ id: randomUUID(), ...period })));
  device_id = golden.device_id;
  token = (await world.signIn(person)).token;
  const colleague = await world.addPerson({ role: '3' });
  await world.db.insert(provider_services).values({ provider: colleague.id, service: golden.service });
  await world.db.insert(student_providers).values({ provider: colleague.id, student: golden.student });
  lead = { id: colleague.id, token: (await world.signIn(colleague)).token };
  other = (await world.addPerson()).id;
});
afterAll(() => world.close());

async function push(
  write: Pick<GoldenWrite, 'endpoint' | 'endpoint_version' | 'params' | 'body'>,
  base: number | null,
) {
  const captured_at = '2026-03-10T17:59:00.000Z';
  const { endpoint, endpoint_version, params, body } = write;
  const isNote = isOfNotes(endpoint);
  const answer = await world.call('sync.push', {
    token: isNote ? lead.token : token,
    body: {
      device: {
        ...{ device_id: isNote ? lead.id : device_id, device_now: captured_at, app_version: 'golden' },
        ...{ unsent_count: 1, unsent_since: captured_at },
      },
      writes: [
        {
          ...{ write_id: uuidv7(), endpoint, endpoint_version, params, body },
          ...{ base_version: base, depends_on: [], captured_at },
        },
      ],
    },
  });
  return answer.body.answers[0];
}

/** A row, created by the current app, that a change or deletion applies to. */
async function makeRow(endpoint: OfflineEndpointName, id: string): Promise<void> {
  if (isOfNotes(endpoint)) return leadUpToNote(world.db, endpoint, id, { author: lead.id, other });
  if (isOfNotifications(endpoint)) {
    await world.db.insert(notifications).values({
      ...{ id, receiver: golden?.user_id ?? '', kind: 'announcement', title: 'A notice', content_hash: 'ab' },
      ...{
        shown_from: '2026-03-01T00:00:00.000Z',
        requires_acknowledgment: endpoint.endsWith('acknowledge'),
      },
    });
    return;
  }
  const steps = leadUp(endpoint);
  for (const { endpoint: step, body } of steps) {
    const isCreation = endpointNamed(step).offline?.effect === 'create';
    const made = await push(
      {
        ...{ endpoint: step, endpoint_version: 1, params: isCreation ? {} : { id } },
        body: isCreation ? { id, ...body } : body,
      },
      isCreation ? null : 1,
    );
    expect(made?.status, made?.message ?? '').toBeLessThan(300);
  }
  if (steps.length > 0) return;
  const noun = endpoint.split('.')[0];
  const creation = makeGoldenWrites().find((write) => write.endpoint === `${noun}.create`);
  if (creation === undefined) throw new Error(`Nothing creates what ${endpoint} is about.`);
  const made = await push({ ...creation, body: { ...(creation.body as object), id } }, null);
  expect(made?.status, made?.message ?? '').toBe(201);
}

describe.each(released)('the released shape $name', (write) => {
  test('is upcast step by step to the current shape', () => {
    const today = endpointNamed(write.endpoint).offline?.version ?? 0;
    expect(upcastWrite(write.endpoint, write.endpoint_version, today, write)).not.toBeNull();
  });

  test('is accepted by the current server', async () => {
    const isCreation = endpointNamed(write.endpoint).offline?.effect === 'create';
    if (!isCreation || isOfNotes(write.endpoint)) await makeRow(write.endpoint, String(write.params.id));
    const answer = await push(write, isCreation ? null : 1);
    expect(answer).toMatchObject({ code: null, message: null });
    expect(answer?.status).toBeLessThan(300);
  });
});

describe.each(offlineEndpoints())('%s', (name) => {
  test('is among the released shapes; a changed body needs a new version and an upcast', () => {
    const today = makeGoldenWrites().find((write) => write.endpoint === name);
    const kept = released.find(
      (write) => write.endpoint === name && write.endpoint_version === today?.endpoint_version,
    );
    expect(
      inAnyOrder(kept?.shape),
      '`node scripts/golden-image.mjs` keeps the shape of a new version',
    ).toEqual(inAnyOrder(today?.shape));
  });
});

/** Sorts required fields, because their order is irrelevant. */
function inAnyOrder(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(inAnyOrder);
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name,
      name === 'required' && Array.isArray(part) ? [...part].sort() : inAnyOrder(part),
    ]),
  );
}
