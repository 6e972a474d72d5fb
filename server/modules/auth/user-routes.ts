import type { Module } from '#server/plugins/answered-call.ts';
import { invite, inviteAgain, rename, resetSecondFactor, setActive, setRole } from './user-operations.ts';
import { listUsers, userInReach } from './user-queries.ts';

export const userRoutes: Module = (api) => {
  const { dependencies } = api;
  api.handle('user.list', async (call) => listUsers(call));
  api.handle('user.read', async ({ params, ...call }) => userInReach(call, params.id));
  api.handle('user.invite', async ({ body, ...call }) => invite(dependencies, call, body));
  api.handle('user.send-invitation', async ({ params, ...call }) =>
    inviteAgain(dependencies, call, params.id),
  );
  api.handle('user.rename', async ({ params, body, ...call }) => rename(call, params.id, body));
  api.handle('user.set-role', async ({ params, body, ...call }) => setRole(call, params.id, body));
  api.handle('user.reset-second-factor', async ({ params, ...call }) =>
    resetSecondFactor(dependencies, call, params.id),
  );
  api.handle('user.set-active', async ({ params, body, ...call }) =>
    setActive(call, params.id, body.is_active),
  );
};
