import { eq } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import { GRANTS } from '#domain/access/roles.ts';
import { users } from '#server/db/schema/users.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { changePassword, confirmReset, requestReset } from './password-change.ts';
import { forceLogout, listLogins, refreshSignIn, signIn, signOut } from './signing-in.ts';

export const authRoutes: Module = (api) => {
  const { surroundings } = api;
  // Hashing takes long: no transaction is held open during it.
  api.handleFree('auth.login', async ({ body, facts, cookies, setCookie }) =>
    signIn(surroundings, body, { cookies, setCookie }, facts),
  );
  api.handleFree('auth.refresh', async ({ body, facts }) => refreshSignIn(surroundings, body.refresh, facts));
  api.handleFree('auth.update-password', async ({ actor, body, facts }) =>
    changePassword(surroundings, actor, body, facts),
  );
  api.handleFree('auth.request-reset', async ({ body, facts }) =>
    requestReset(surroundings, body.email, facts),
  );
  api.handleFree('auth.confirm-reset', async ({ body, facts }) => confirmReset(surroundings, body, facts));
  api.handle('auth.logout', async ({ tx, body, facts }) => signOut(surroundings, tx, body.token, facts));
  api.handle('auth.force-logout', async ({ tx, actor, body, facts }) =>
    forceLogout(tx, actor, body.username, facts),
  );
  api.handle('auth.list-logins', async ({ tx, query }) => listLogins(tx, query));
  api.handleFree('auth.user-id', async ({ actor }) => ({ id: actor.user_id }));
  api.handleFree('auth.logout-status', async ({ actor }) => ({ logged_out: actor.forced_out }));
  api.handle('auth.current-user', async ({ tx, actor }) => {
    const [user] = await tx.select().from(users).where(eq(users.id, actor.user_id));
    if (user === undefined) throw new Refusal('auth.signed-out');
    return {
      id: user.id,
      profile_id: actor.provider_id,
      username: user.username,
      email: user.email,
      role: user.role,
      emp: user.emp,
      grants: GRANTS.filter((grant) => user.grants.includes(grant)),
      services: [...actor.service_ids],
    };
  });
};
