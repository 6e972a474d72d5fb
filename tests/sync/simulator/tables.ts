import { ENTITY_NAMES, type EntityName } from '#contract/entity-name.ts';
import { endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { declared, type Reaching } from '#entities/declared.ts';
import { tableFacts } from '#server/db/entity-rows.ts';

/** Entities of a provider's own day. */
export type OwnDayEntity = Reaching<'person'>;
/** Entities in a student's file that people write. */
export type FiledEntity = Exclude<Reaching<'student' | 'note'>, 'student_service'>;
/** `notification`: its receiver only answers it. */
export type WrittenEntity = OwnDayEntity | FiledEntity | 'notification';
/** Other visible entities, which only the office changes. */
type OfficeEntity = 'school_closure' | 'student_service' | 'goal_option' | 'plan_option' | 'clinical_code';
export type SeenEntity = WrittenEntity | OfficeEntity | 'student';

const WRITTEN = new Set(
  Object.keys(endpoints).map((name) =>
    isEndpointName(name) ? endpointNamed(name).offline?.entity : undefined,
  ),
);

export const OWN_DAY = ENTITY_NAMES.filter((name) => declared[name].reach === 'person') as OwnDayEntity[];

export function isFiled(entity: EntityName): entity is FiledEntity {
  return ['student', 'note'].includes(declared[entity].reach) && WRITTEN.has(entity);
}

/** What a run finds, and leaves as it is. */
const LASTING: readonly EntityName[] = ['location', 'service'];

/** Tables whose rows a run creates: those with tombstones. */
export const TABLES = Object.fromEntries(
  ENTITY_NAMES.map((name) => [name, tableFacts(name)] as const).flatMap(([entity, { name, keepsDeleted }]) =>
    keepsDeleted && !LASTING.includes(entity) ? [[entity, name]] : [],
  ),
) as Record<Exclude<SeenEntity, 'student'>, string>;

/** Tables of the office alone, whose rows a run creates too. */
export const OFFICE_TABLES = [
  'admin_messages',
  'notification_receipts',
  'tickets',
  'ticket_comments',
  'feedback',
];

/** Tables that an older copy of the server contains. */
export const COPIED = [
  ...Object.values(TABLES),
  'idempotency_keys',
  'change_index',
  'sync_marks',
  'scope_members',
  'follows',
  'student_services',
  'student_providers',
  'students',
];
