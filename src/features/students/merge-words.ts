import type { MovedEntity } from '#contract/student-merge.ts';
import type { MergeField } from '#domain/students/student-merge.ts';
import { counted } from '#domain/text/counted.ts';
import { student_account } from '#entities/student-account.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';

const ONE_AND_MANY: Readonly<Record<MovedEntity, readonly [one: string, many: string]>> = {
  session: ['session', 'sessions'],
  soap_note: ['SOAP note', 'SOAP notes'],
  goal_entry: ['goal result', 'goal results'],
  goal: ['goal', 'goals'],
  calendar_event: ['calendar event', 'calendar events'],
  student_service: ['assigned service', 'assigned services'],
  parent: ['parent', 'parents'],
  attachment: ['attachment', 'attachments'],
  student_note: ['note in the file', 'notes in the file'],
  rate: ['rate', 'rates'],
};

interface Counted {
  entity: MovedEntity;
  rows: number;
}

/** "12 sessions" */
export function movedWords({ entity, rows }: Counted): string {
  const [one, many] = ONE_AND_MANY[entity];
  return counted(rows, one, many);
}

/** "12 sessions, 8 SOAP notes"; "nothing" if nothing is there. */
export function allMovedWords(moves: readonly Counted[]): string {
  return moves.length === 0 ? 'nothing' : moves.map(movedWords).join(', ');
}

const entityOf = (field: MergeField) =>
  Object.hasOwn(student_account.fields, field) ? ('student_account' as const) : ('student' as const);

export function mergeFieldLabel(field: MergeField): string {
  return fieldLabel(entityOf(field), field);
}

/** A value of a student's record in words. */
export function mergeFieldWords(field: MergeField, value: unknown, names: KnownNames): string {
  return fieldWords(entityOf(field), field, value, names);
}
