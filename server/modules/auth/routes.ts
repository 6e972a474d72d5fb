import { eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { GRANTS } from '#domain/access/roles.ts';
import { USUAL_TIME_FORMAT } from '#domain/time/time-format.ts';
import { users } from '#server/db/schema/users.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { endOwnDevice, listOwnDevices } from './own-devices.ts';
import { changePassword, confirmReset, requestReset } from './password-change.ts';
import {
  confirmOwn,
  renewRecoveryCodes,
  secondFactorStatus,
  setUpOwn,
  setUpToLogIn,
  turnOffOwn,
} from './second-factor-operations.ts';
import { forceLogout, listLogins, refreshSignIn, signIn, signOut } from './signing-in.ts';

export const authRoutes: Module = (api) => {
  const { dependencies } = api;
  // Hashing takes long: no transaction is held open during it.
  api.handleFree('auth.login', async ({ body, context, ...browser }) =>
    signIn(dependencies, body, browser, context),
  );
  api.handleFree('auth.refresh', async ({ body, context }) =>
    refreshSignIn(dependencies, body.refresh, context),
  );
  api.handleFree('auth.update-password', async ({ actor, body, context }) =>
    changePassword(dependencies, actor, body, context),
  );
  api.handleFree('auth.request-reset', async ({ body, context }) =>
    requestReset(dependencies, body.email, context),
  );
  api.handleFree('auth.confirm-reset', async ({ body, context }) =>
    confirmReset(dependencies, body, context),
  );
  api.handleFree('auth.set-up-to-log-in', async ({ body, cookies, context }) =>
    setUpToLogIn(dependencies, body, cookies, context),
  );
  api.handle('auth.read-second-factor', async ({ tx, actor }) => secondFactorStatus(tx, dependencies, actor));
  api.handleFree('auth.set-up-second-factor', async ({ actor, body, context }) =>
    setUpOwn(dependencies, actor, body.password, context),
  );
  api.handleFree('auth.confirm-second-factor', async ({ actor, body, context }) =>
    confirmOwn(dependencies, actor, body.code, context),
  );
  api.handleFree('auth.turn-off-second-factor', async ({ actor, body, context }) =>
    turnOffOwn(dependencies, actor, body.password, context),
  );
  api.handleFree('auth.renew-recovery-codes', async ({ actor, body, context }) =>
    renewRecoveryCodes(dependencies, actor, body.password, context),
  );
  api.handle('auth.logout', async ({ tx, body, context }) => signOut(dependencies, tx, body.token, context));
  api.handle('auth.list-own-devices', async ({ tx, actor, context }) =>
    listOwnDevices(tx, actor, context.now),
  );
  api.handle('auth.end-own-device', async ({ tx, actor, params, context }) =>
    endOwnDevice(tx, actor, params.id, context),
  );
  api.handle('auth.force-logout', async ({ tx, actor, body, context }) =>
    forceLogout(tx, actor, body.username, context),
  );
  api.handle('auth.list-logins', async ({ tx, actor, query }) => listLogins(tx, actor, query));
  api.handleFree('auth.user-id', async ({ actor }) => ({ id: actor.user_id }));
  api.handleFree('auth.logout-status', async ({ actor }) => ({ logged_out: actor.forced_out }));
  api.handle('auth.current-user', async ({ tx, actor }) => {
    const [user] = await tx.select().from(users).where(eq(users.id, actor.user_id));
    if (user === undefined) throw new ApiError('auth.signed-out');
    return {
      id: user.id,
      profile_id: actor.provider_id,
      username: user.username,
      name: actor.name,
      email: user.email,
      role: user.role,
      emp: user.emp,
      grants: GRANTS.filter((grant) => user.grants.includes(grant)),
      services: [...actor.service_ids],
      time_format: user.time_format ?? USUAL_TIME_FORMAT,
    };
  });
  // Not audited: it changes nothing that anyone else sees.
  api.handle('auth.set-time-format', async ({ tx, actor, body }) => {
    await tx.update(users).set(body).where(eq(users.id, actor.user_id));
  });
};
