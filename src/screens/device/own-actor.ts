import type { Actor } from '#domain/access/row-rules.ts';
import type { SignedInDevice } from './signed-in.ts';

/**
 * The logged-in person, for row rules about their own rows and services; it doesn't include assigned people.
 */
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
