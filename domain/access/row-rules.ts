import { type Holder, seesWholeOrganization } from './permissions.ts';
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

/** Sessions that may be changed, and those of supervisees, whose notes a supervisor co-signs. */
export function maySeeSession(actor: Actor, session: SessionFacts): boolean {
  return (
    mayChangeSession(actor, session) ||
    (actor.role === ROLES.supervisor && actor.supervisee_ids.has(session.provider))
  );
}

/** Own sessions; in own services a service lead's on behalf of others, audited; the office's all. */
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

/** Own notes; a lead also those of own services, a supervisor those of supervisees; the office all. */
export function maySeeSoapNote(actor: Actor, note: NoteFacts): boolean {
  return maySeeSession(actor, note) || mayCoSign(actor, note);
}

/** A note is written, signed and amended by its provider alone. */
export function mayWriteSoapNote(actor: Actor, note: Pick<NoteFacts, 'provider'>): boolean {
  return actor.provider_id !== null && note.provider === actor.provider_id;
}

/** Leads co-sign in own services, supervisors for supervisees; nobody their own. */
export function mayCoSign(actor: Actor, note: NoteFacts): boolean {
  if (note.provider === actor.provider_id) return false;
  if (actor.role === ROLES.serviceLead) return actor.service_ids.has(note.service);
  return actor.role === ROLES.supervisor && actor.supervisee_ids.has(note.provider);
}

/**
 * Whether a session may name this student. Own students for a provider; students
 * of own services for a lead, of supervisees or own for a supervisor.
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

/** A note in a student's file is changed and deleted by who wrote it, and by the office. */
export function mayChangeStudentNote(actor: Actor, note: { provider: string }): boolean {
  return seesWholeOrganization(actor) || note.provider === actor.user_id;
}

/** Its author and the office; the student is seen by whoever asks, or it does not exist for them. */
export function mayDeleteAttachment(actor: Actor, attachment: { uploaded_by: string }): boolean {
  return seesWholeOrganization(actor) || attachment.uploaded_by === actor.user_id;
}

/** Own rows, or any row for the office. */
export function mayChangeOwnDay(actor: Actor, row: { provider: string }): boolean {
  return seesWholeOrganization(actor) || row.provider === actor.provider_id;
}

interface EventFacts {
  provider: string;
  service: string | null;
  invites: readonly string[];
}

/** Own events, those in own services for a lead; the office all. */
export function mayChangeEvent(actor: Actor, event: Pick<EventFacts, 'provider' | 'service'>): boolean {
  return (
    mayChangeOwnDay(actor, event) ||
    (actor.role === ROLES.serviceLead && event.service !== null && actor.service_ids.has(event.service))
  );
}

/** Beside what may be changed: what the person is invited to, and supervisees' events. */
export function maySeeEvent(actor: Actor, event: EventFacts): boolean {
  return (
    mayChangeEvent(actor, event) ||
    event.invites.includes(actor.user_id) ||
    (actor.role === ROLES.supervisor && actor.supervisee_ids.has(event.provider))
  );
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

/** Hours and timesheets are seen by the same people as lunch cards. */
export function maySeeTimesheet(
  actor: Actor,
  sheet: { provider_id: string },
  providerServices: readonly string[],
): boolean {
  return maySeeLunch(actor, { provider: sheet.provider_id }, providerServices);
}

/** Whether a report may lack changes of a person is told to those who read that person's days. */
export function maySeeUnsynced(
  actor: Actor,
  person: { user_id: string },
  providerServices: readonly string[],
): boolean {
  return (
    person.user_id === actor.user_id || maySeeLunch(actor, { provider: person.user_id }, providerServices)
  );
}

/** A write in quarantine, as far as it matters who may read it and decide on it. */
interface WaitingWrite {
  author: string;
  is_handed_over: boolean;
  /** Services that the author delivers. */
  author_services: readonly string[];
  /** Services that the write names. */
  services: readonly string[];
  /** It names a student whom the person may see. */
  names_visible_student: boolean;
}

/**
 * The office all. What an author handed over, also their supervisor, and leads of
 * the author's services, of the write's, or of a student's that it names.
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
