import { z } from 'zod';
import { paramsOfWrite } from '#contract/endpoint.ts';
import { endpointNamed, endpoints, isEndpointName, type OfflineEndpointName } from '#contract/index.ts';
import { entryOf, idAt, USER, type WrittenEntity } from './golden-entries.ts';
import { bodyInNote } from './golden-soap.ts';
import { stepBody } from './golden-steps.ts';
import { bodyInFile } from './golden-student-file.ts';

/** What a released app sends for an endpoint, and its contract's shape at that time. */
export interface GoldenWrite {
  endpoint: OfflineEndpointName;
  endpoint_version: number;
  params: Record<string, string>;
  body: unknown;
  shape: unknown;
}

/** The current shape of every write that can be queued. */
export function makeGoldenWrites(): GoldenWrite[] {
  return offlineEndpoints().map((name, at): GoldenWrite => {
    const { offline, body } = endpointNamed(name);
    if (offline === undefined) throw new TypeError(`${name} does not wait in the outbox`);
    const id = idAt(0x8000 + offline.version * 0x100 + at);
    const shape = body === undefined ? null : z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    const known = [stepBody, bodyInFile, bodyInNote]
      .map((body) => body(name))
      .find((body) => body !== undefined);
    if (known !== undefined) {
      const isCreation = offline.effect === 'create';
      return {
        ...{ endpoint: name, endpoint_version: offline.version, shape },
        params: paramsOfWrite(offline, id, known),
        body: isCreation ? { id, ...known } : known,
      };
    }
    const { id: _id, ...entry } = entryOf(offline.entity as WrittenEntity, id, at, 'a released shape');
    const named = shape?.properties ?? {};
    return {
      endpoint: name,
      endpoint_version: offline.version,
      params: offline.effect === 'create' ? {} : { id },
      body:
        offline.effect === 'create'
          ? { id, ...entry, provider: USER }
          : offline.effect === 'update'
            ? Object.fromEntries(Object.entries(entry).filter(([field]) => Object.hasOwn(named, field)))
            : null,
      shape,
    };
  });
}

export function offlineEndpoints(): OfflineEndpointName[] {
  return Object.keys(endpoints).filter(
    (name): name is OfflineEndpointName => isEndpointName(name) && endpointNamed(name).offline !== undefined,
  );
}
