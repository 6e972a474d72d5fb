import { type Holder, seesWholeOrganisation } from './permissions.ts';
import { ROLES } from './roles.ts';

/** What a row rule needs to know of the person who asks. Ids as stored; sets are of this person alone. */
export interface Actor extends Holder {
  user_id: string;
  /** The same id as the user's, for people who deliver services; nothing for others. */
  provider_id: string | null;
  /** Services this person delivers or, as a service lead, leads. */
  service_ids: ReadonlySet<string>;
  /** Students assigned to this person. */
  student_ids: ReadonlySet<string>;
  /** People whom this person supervises. */
  supervisee_ids: ReadonlySet<string>;
}

interface SessionFacts {
  provider: string;
  service: string | null;
}

/** Own sessions; a service lead also those in own services; the office all. */
export function maySeeSession(actor: Actor, session: SessionFacts): boolean {
  return (
    seesWholeOrganisation(actor) ||
    session.provider === actor.provider_id ||
    (actor.role === ROLES.serviceLead && session.service !== null && actor.service_ids.has(session.service))
  );
}

/** The same rows as are seen: a service lead writes on behalf of others in own services, audited. */
export function mayChangeSession(actor: Actor, session: SessionFacts): boolean {
  return maySeeSession(actor, session);
}

/**
 * Whether a session may name this student. Own students for a provider; students
 * of own services for a lead, of supervisees or own for a supervisor.
 */
export function maySeeStudent(
  actor: Actor,
  student: { id: string; archived: boolean; services: readonly string[]; providers: readonly string[] },
): boolean {
  if (seesWholeOrganisation(actor)) return true;
  if (student.archived) return false;
  if (actor.student_ids.has(student.id)) return true;
  if (actor.role === ROLES.serviceLead)
    return student.services.some((service) => actor.service_ids.has(service));
  if (actor.role === ROLES.supervisor) return student.providers.some((id) => actor.supervisee_ids.has(id));
  return false;
}

/** Own rows, or any row for the office. */
export function mayChangeOwnDay(actor: Actor, row: { provider: string }): boolean {
  return seesWholeOrganisation(actor) || row.provider === actor.provider_id;
}

/** Lunch cards: own, the service lead's and the supervisor's people to look at, the office all. */
export function maySeeLunch(
  actor: Actor,
  lunch: { provider: string },
  providerServices: readonly string[],
): boolean {
  if (mayChangeOwnDay(actor, lunch)) return true;
  if (actor.role === ROLES.serviceLead)
    return providerServices.some((service) => actor.service_ids.has(service));
  return actor.role === ROLES.supervisor && actor.supervisee_ids.has(lunch.provider);
}
