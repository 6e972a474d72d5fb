import { ENTITY_NAMES, type EntityName } from '#contract/entity-name.ts';
import type { OutboxRow } from '#db/local-database.ts';
import type { Behavior } from './behavior.ts';
import { eventBehavior, lunchBehavior } from './lunch-behavior.ts';
import { notificationBehavior } from './notification-behavior.ts';
import { sessionBehavior } from './session-behavior.ts';
import { goalEntryBehavior, soapNoteBehavior } from './soap-note-behavior.ts';
import { timecardBehavior, timesheetBehavior } from './timecard-behavior.ts';

/** The engine knows entities only from their declarations and this table. */
const BEHAVIORS: { readonly [Name in EntityName]?: Behavior<Name> } = {
  session: sessionBehavior,
  lunch: lunchBehavior,
  calendar_event: eventBehavior,
  timecard: timecardBehavior,
  timesheet: timesheetBehavior,
  soap_note: soapNoteBehavior,
  goal_entry: goalEntryBehavior,
  notification: notificationBehavior,
  attachment: { hasFile: true },
};

const NONE: Behavior = {};

export function behaviorOf(entity: EntityName): Behavior {
  return (BEHAVIORS as Partial<Record<EntityName, Behavior>>)[entity] ?? NONE;
}

/** The entity that the rows of an entity carry. */
export function followerOf(entity: EntityName): EntityName | undefined {
  return behaviorOf(entity).follower?.entity;
}

/** The entities whose rows carry others, with those. */
export const LEADERS = ENTITY_NAMES.flatMap((leader) => {
  const follower = followerOf(leader);
  return follower === undefined ? [] : [{ leader, follower }];
});

/** Whether its writes may reference rows that the server requires to exist. */
export function namesOthers(entity: EntityName): boolean {
  return behaviorOf(entity).named !== undefined;
}

/** Whether a write announces a file, whose bytes may only be sent after it. */
export function isAnnouncement({ entity, effect }: Pick<OutboxRow, 'entity' | 'effect'>): boolean {
  return effect === 'create' && behaviorOf(entity).hasFile === true;
}
