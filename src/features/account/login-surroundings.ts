import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';

export type DemoSignIn = ReplyOf<Endpoints['operations.demo']>['sign_ins'][number];

export interface LoginSurroundings {
  /** Whether the server answered. */
  isReachable: boolean;
  demoSignIns: DemoSignIn[];
}

const DEVICE_DATABASE = 'caseload-device';

export interface LoginFindings {
  surroundings: Promise<LoginSurroundings>;
  /** Whether this device has unsynced changes of anyone. */
  unsentWork: Promise<boolean>;
}

/** Starts loading what the login page shows besides its form. Neither promise rejects. */
export function findForLogin(): LoginFindings {
  return { surroundings: readLoginSurroundings(), unsentWork: readUnsentWork() };
}

async function readLoginSurroundings(): Promise<LoginSurroundings> {
  // Everything here loads after the first paint.
  const { createApiClient, NoAnswer } = await import('#sync/api-client.ts');
  const anonymous = createApiClient({ tokens: { current: async () => null, renew: async () => null } });
  try {
    const { sign_ins } = await anonymous.call('operations.demo');
    return { isReachable: true, demoSignIns: sign_ins };
  } catch (problem) {
    return { isReachable: !(problem instanceof NoAnswer), demoSignIns: [] };
  }
}

async function readUnsentWork(): Promise<boolean> {
  try {
    // If no one has ever logged in here, there is nothing to unlock and nothing to load.
    if (!(await indexedDB.databases()).some(({ name }) => name === DEVICE_DATABASE)) return false;
    const [{ DeviceDatabase }, { deviceHoldsUnsentWork }] = await Promise.all([
      import('#db/device-database.ts'),
      import('#db/vault.ts'),
    ]);
    const devices = new DeviceDatabase();
    try {
      return await deviceHoldsUnsentWork(devices);
    } finally {
      devices.close();
    }
  } catch {
    // Informational only; a browser without storage says so when someone logs in.
    return false;
  }
}
