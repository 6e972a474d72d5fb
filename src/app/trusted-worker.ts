import type { Workbox } from 'workbox-window';

const WORKER = '/worker.js';

type WorkerAddress = ConstructorParameters<typeof Workbox>[0];

/** The part of Trusted Types that is needed here; TypeScript's library lacks them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): WorkerAddress };
}

/** The URL of our worker, as browsers require it when Trusted Types are enforced. */
export function workerAddress(): WorkerAddress {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return WORKER;
  const policy = trustedTypes.createPolicy('caseload-sw', {
    createScriptURL: (address) => {
      if (address !== WORKER) throw new TypeError("Only this app's service worker may be registered.");
      return address;
    },
  });
  return policy.createScriptURL(WORKER);
}
