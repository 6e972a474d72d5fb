import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords, inReadingOrder } from '#entities/words/words.ts';

interface ChangedField {
  label: string;
  before: string;
  after: string;
}

/** The changes of a request by field, in words. */
export function fieldChanges(
  { before, changes }: Pick<SessionRequest, 'before' | 'changes'>,
  names: KnownNames,
): ChangedField[] {
  return inReadingOrder('session', Object.keys(changes)).map((name) => ({
    label: fieldLabel('session', name),
    before: fieldWords('session', name, before[name], names),
    after: fieldWords('session', name, changes[name], names),
  }));
}
