import { ApiError } from '#contract/errors.ts';
import {
  endpointNamed,
  isEndpointName,
  isWaitingEndpoint,
  type OfflineEndpointName,
  type WaitingEndpointName,
} from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { upcastWrite } from './upcasts.ts';

/** The call of a write, in the current shape. Its input isn't validated yet. */
export interface WrittenCall {
  name: OfflineEndpointName | WaitingEndpointName;
  params: Record<string, string>;
  body: unknown;
}

/** Rejects calls that can't be queued on a device, and shapes that this server doesn't know. */
export function callOfWrite(
  write: Pick<PushedWrite, 'endpoint' | 'endpoint_version' | 'params' | 'body'>,
): WrittenCall {
  const { endpoint } = write;
  if (isWaitingEndpoint(endpoint)) {
    if (write.endpoint_version > 1) throw new ApiError('server.busy');
    return { name: endpoint, params: write.params, body: write.body };
  }
  const offline = isEndpointName(endpoint) ? endpointNamed(endpoint).offline : undefined;
  if (offline === undefined) {
    throw new ApiError('request.invalid', {
      fields: { endpoint: "This call can't be queued on a device." },
    });
  }
  // Written by a newer app than this server: during an update another process may be older.
  if (write.endpoint_version > offline.version) throw new ApiError('server.busy');
  const name = endpoint as OfflineEndpointName;
  const shape = upcastWrite(name, write.endpoint_version, offline.version, write);
  if (shape === null) throw new ApiError('app.outdated');
  return { name, params: shape.params, body: shape.body };
}
