import type { Actor } from '#domain/access/row-rules.ts';
import type { SignedInDevice } from './signed-in.ts';

/** Who is signed in, for row rules of a person's own rows and services; assigned people it does not know. */
export function ownActor({ auth, grants, user_id, provider_id, services }: SignedInDevice['profile']): Actor {
  return {
    role: auth,
    grants,
    user_id,
    provider_id,
    service_ids: new Set(services),
    student_ids: new Set(),
    supervisee_ids: new Set(),
  };
}
