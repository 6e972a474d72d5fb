import { type Holder, seesWholeOrganization } from './permissions.ts';
import { ROLES } from './roles.ts';

/** What row rules need to know about the caller. Ids are as stored; the sets belong to this person only. */
export interface Actor extends Holder {
  user_id: string;
  /** The same id as the user's, for people who deliver services; null for others. */
  provider_id: string | null;
  /** Services that this person delivers or, as a service lead, leads. */
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

/** Sessions that the actor may change, plus those of supervisees, whose notes a supervisor co-signs. */
export function maySeeSession(actor: Actor, session: SessionFacts): boolean {
  return (
    mayChangeSession(actor, session) ||
    (actor.role === ROLES.supervisor && actor.supervisee_ids.has(session.provider))
  );
}

/** Own sessions; for a service lead, all sessions of their services (audited); for the office, all. */
export function mayChangeSession(actor: Actor, session: SessionFacts): boolean {
  return (
    seesWholeOrganization(actor) ||
    session.provider === actor.provider_id ||
    (actor.role === ROLES.serviceLead && session.service !== null && actor.service_ids.has(session.service))
  );
}

interface NoteFacts {
  provider: string;
  service: string;
}

/**
 * Own notes; for a lead, those of their services; for a supervisor, those of supervisees; for the office,
 * all.
 */
export function maySeeSoapNote(actor: Actor, note: NoteFacts): boolean {
  return maySeeSession(actor, note) || mayCoSign(actor, note);
}

/** Only its provider writes, signs, and amends a note. */
export function mayWriteSoapNote(actor: Actor, note: Pick<NoteFacts, 'provider'>): boolean {
  return actor.provider_id !== null && note.provider === actor.provider_id;
}

/** Leads co-sign in their services, supervisors for supervisees; no one co-signs their own note. */
export function mayCoSign(actor: Actor, note: NoteFacts): boolean {
  if (note.provider === actor.provider_id) return false;
  if (actor.role === ROLES.serviceLead) return actor.service_ids.has(note.service);
  return actor.role === ROLES.supervisor && actor.supervisee_ids.has(note.provider);
}

/**
 * Whether a session may name this student: own students for a provider; students of their services for a
 * lead; own students and those of supervisees for a supervisor.
 */
export function maySeeStudent(
  actor: Actor,
  student: { id: string; archived: boolean; services: readonly string[]; providers: readonly string[] },
): boolean {
  if (seesWholeOrganization(actor)) return true;
  if (student.archived) return false;
  if (actor.student_ids.has(student.id)) return true;
  if (actor.role === ROLES.serviceLead)
    return student.services.some((service) => actor.service_ids.has(service));
  if (actor.role === ROLES.supervisor) return student.providers.some((id) => actor.supervisee_ids.has(id));
  return false;
}

/** Its author and the office may change and delete a note in a student's file. */
export function mayChangeStudentNote(actor: Actor, note: { provider: string }): boolean {
  return seesWholeOrganization(actor) || note.provider === actor.user_id;
}

/** Only its author changes a comment on a ticket; the office may delete any. */
export function mayChangeTicketComment(
  actor: Actor,
  comment: { author: string },
  verb: 'change' | 'delete',
): boolean {
  return comment.author === actor.user_id || (verb === 'delete' && seesWholeOrganization(actor));
}

/** The uploader and the office. Access to the student is checked separately. */
export function mayDeleteAttachment(actor: Actor, attachment: { uploaded_by: string }): boolean {
  return seesWholeOrganization(actor) || attachment.uploaded_by === actor.user_id;
}

/** Own rows; for the office, any row. */
export function mayChangeOwnDay(actor: Actor, row: { provider: string }): boolean {
  return seesWholeOrganization(actor) || row.provider === actor.provider_id;
}

interface EventFacts {
  provider: string;
  service: string | null;
  invites: readonly string[];
}

/** Own events; for a lead, those of their services; for the office, all. */
export function mayChangeEvent(actor: Actor, event: Pick<EventFacts, 'provider' | 'service'>): boolean {
  return (
    mayChangeOwnDay(actor, event) ||
    (actor.role === ROLES.serviceLead && event.service !== null && actor.service_ids.has(event.service))
  );
}

/** Events that the actor may change, was invited to, or that belong to supervisees. */
export function maySeeEvent(actor: Actor, event: EventFacts): boolean {
  return (
    mayChangeEvent(actor, event) ||
    event.invites.includes(actor.user_id) ||
    (actor.role === ROLES.supervisor && actor.supervisee_ids.has(event.provider))
  );
}

/** Own lunch cards; those of their people for service leads and supervisors; all for the office. */
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

/** The same people who see lunch cards see hours and timesheets. */
export function maySeeTimesheet(
  actor: Actor,
  sheet: { provider_id: string },
  providerServices: readonly string[],
): boolean {
  return maySeeLunch(actor, { provider: sheet.provider_id }, providerServices);
}

/** A person who may read someone's days also sees whether that person has unsynced changes. */
export function maySeeUnsynced(
  actor: Actor,
  person: { user_id: string },
  providerServices: readonly string[],
): boolean {
  return (
    person.user_id === actor.user_id || maySeeLunch(actor, { provider: person.user_id }, providerServices)
  );
}

/** A write in quarantine, as far as access to it is concerned. */
interface WaitingWrite {
  author: string;
  is_handed_over: boolean;
  /** Services that the author delivers. */
  author_services: readonly string[];
  /** Services that the write names. */
  services: readonly string[];
  /** Whether it names a student whom the person may see. */
  names_visible_student: boolean;
}

/** How many held changes are listed at once. */
export const MOST_HELD_CHANGES = 500;

/**
 * All writes for the office. A write that its author handed over also for the author's supervisor and for
 * leads of the author's services, of the write's services, or of a student that it names.
 */
export function maySeeWaitingWrite(actor: Actor, write: WaitingWrite): boolean {
  if (seesWholeOrganization(actor)) return true;
  if (!write.is_handed_over) return false;
  if (actor.role === ROLES.supervisor) return actor.supervisee_ids.has(write.author);
  if (actor.role !== ROLES.serviceLead) return false;
  return (
    write.names_visible_student ||
    [...write.author_services, ...write.services].some((service) => actor.service_ids.has(service))
  );
}
