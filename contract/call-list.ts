import type { z } from 'zod';
import type { Endpoint, OfflineWrite } from './endpoint.ts';
import { type EndpointName, endpoints, type OfflineEndpointName } from './index.ts';

/** What a device needs to make a call or to queue it: everything except the schemas, which the server checks. */
export type Call = Pick<Endpoint, 'method' | 'path' | 'policy' | 'waits'> & Partial<QueuedCall>;

/** What else it needs to queue the call. */
interface QueuedCall {
  offline: OfflineWrite;
  /** The fields of the body. */
  fields: readonly string[];
}

function callFrom({ method, path, policy, offline, waits, body }: Endpoint): Call {
  return {
    ...{ method, path, policy },
    ...(waits === undefined ? {} : { waits }),
    ...(offline === undefined
      ? {}
      : { offline, fields: Object.keys((body as z.ZodObject | undefined)?.shape ?? {}) }),
  };
}

/** Every call. In the built app this is plain data: the build runs this module and keeps its result. */
export const callList = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, callFrom(endpoint)]),
) as { [Name in EndpointName]: Call & (Name extends OfflineEndpointName ? QueuedCall : unknown) };
