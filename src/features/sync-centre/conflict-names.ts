import { locationsByName, servicesByName } from '#db/catalogue.ts';
import { providersById, studentsById } from '#db/people.ts';
import { sessionById } from '#db/sessions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import type { Question } from '#sync/conflict.ts';
import { useLocal } from '#sync/signed-in.ts';
import type { Names } from './conflict-words.ts';

/** What the words of a question need; nothing until this device has answered. */
export function useConflictNames({ conflict }: Question): Names | undefined {
  const madeUp = conflict.fields.find(({ field }) => field === 'make_up_of');
  const ids = [madeUp?.base, madeUp?.mine, madeUp?.theirs].filter((id) => typeof id === 'string');
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  const providers = useLocal(providersById, []);
  const sessions = useLocal((db) => Promise.all(ids.map((id) => sessionById(db, id))), [ids.join()]);
  if (!students || !services || !locations || !providers || !sessions) return undefined;
  return {
    students: new Map([...students].map(([id, student]) => [id, fullName(student)])),
    services: new Map(services.map(({ id, name }) => [id, name])),
    locations: new Map(locations.map(({ id, name }) => [id, name])),
    providers: new Map([...providers].map(([id, provider]) => [id, providerName(provider)])),
    sessions: new Map(
      sessions
        .filter((session) => session !== null)
        .map(({ id, session_date, start_time }) => [
          id,
          `${displayDay(session_date)} ${displayTime(start_time)}`,
        ]),
    ),
  };
}
