import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Api } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';

/** What the names of a list's four calls begin with. */
type ListName<Name = EndpointName> = Name extends `${infer List}.create`
  ? `${List}.${'list' | 'update' | 'delete'}` extends EndpointName
    ? List
    : never
  : never;

type Reply<Name> = Name extends EndpointName ? ReplyOf<Endpoints[Name]> : never;
type Body<Name> = Name extends EndpointName ? BodyOf<Endpoints[Name]> : never;

/** What `keptList` makes for these calls. */
interface ListOperations<List extends string> {
  list(tx: Transaction, context: Call['context']): Promise<Reply<`${List}.list`>>;
  create(call: Call, body: Body<`${List}.create`>): Promise<Reply<`${List}.create`>>;
  update(call: Call, id: string, changes: Body<`${List}.update`>): Promise<Reply<`${List}.update`>>;
  remove(call: Call, id: string): Promise<void>;
}

/** Serves the four calls of a list that the office keeps. */
export function serveList<List extends ListName>(
  api: Api,
  name: List,
  operations: ListOperations<NoInfer<List>>,
): void {
  // Inside, all lists look alike: the types hold between the name and its operations.
  const one = name as 'region';
  const list = operations as unknown as ListOperations<'region'>;
  api.handle(`${one}.list`, async ({ tx, context }) => list.list(tx, context));
  api.handle(`${one}.create`, async ({ params, body, ...call }) => {
    const { id = body.id }: { id?: string } = params;
    if (id !== body.id) {
      const message = 'The URL and the body name different records.';
      throw new ApiError('request.invalid', { fields: { id: message } });
    }
    return list.create(call, body);
  });
  api.handle(`${one}.update`, async ({ params, body, ...call }) => list.update(call, params.id, body));
  api.handle(`${one}.delete`, async ({ params, ...call }) => list.remove(call, params.id));
}
