import { type Call, callList } from './call-list.ts';
import type { EndpointName } from './index.ts';

/** All calls by name, for code that runs on devices. */
export const calls = callList;

/** The call with its optional parts, for code that handles all calls alike. */
export function callNamed(name: EndpointName): Call {
  return calls[name];
}

export function isCallName(name: string): name is EndpointName {
  return Object.hasOwn(calls, name);
}
