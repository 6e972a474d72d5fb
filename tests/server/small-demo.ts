import { seedDemo } from '#server/db/seed/demo.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

export const NOW = '2026-11-17T18:00:00.000Z';

/** A tenth of the demo as it is on a Tuesday, and the super admin's access token. */
export async function openSmallDemo(
  kind: Parameters<typeof openApiWorld>[0],
): Promise<{ world: ApiWorld; token: string }> {
  const world = await openApiWorld(kind, { isSettled: false });
  world.clock.now = new Date(NOW);
  await seedDemo(world.db, { today: NOW.slice(0, 10), now: NOW, scale: 0.1 });
  const [{ email, password }] = DEMO_SIGN_INS;
  const { token } = (await world.call('auth.login', { body: { email, password } })).body;
  return { world, token };
}
