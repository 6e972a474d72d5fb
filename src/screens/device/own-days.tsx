import type { LocalOccurrence } from '#db/calendar-events.ts';
import { type LocalSession, sessionsOfProvider } from '#db/sessions.ts';
import { type FoundOccurrences, useOccurrences } from './held-events.ts';
import { type FoundSessions, useSessions } from './held-sessions.ts';
import { peopleOfSession, withPeople } from './people-by-id.ts';
import { useLocal } from './signed-in.ts';

const NO_SESSIONS: LocalSession[] = [];

interface OwnDays {
  /** Undefined until loaded. */
  occurrences: LocalOccurrence[] | undefined;
  /** Undefined until loaded. */
  sessions: LocalSession[] | undefined;
  /** What these days lack because the server couldn't be asked: only what was entered here is there. Null if nothing. */
  lacking: FoundOccurrences | FoundSessions | null;
  planned: FoundOccurrences;
  logged: FoundSessions;
}

/**
 * The user's calendar and sessions between two Pacific days, inclusive. Each can be read without the other, and what was entered
 * on this device is there even if the server can't be asked.
 */
export function useOwnDays(asked: { provider: string; from: string; to: string }): OwnDays {
  const { provider, from, to } = asked;
  const planned = useOccurrences(asked);
  const logged = useSessions(asked);
  const [lacksEvents, lacksSessions] = [isLacking(planned), isLacking(logged)];
  const waiting = useLocal(
    async (db) =>
      lacksSessions
        ? withPeople(db, sessionsOfProvider(db, provider, from, to), peopleOfSession)
        : NO_SESSIONS,
    [lacksSessions, provider, from, to],
  );
  return {
    occurrences: planned.result ?? (lacksEvents ? planned.here : undefined),
    sessions: logged.result ?? (lacksSessions ? waiting : undefined),
    lacking: (lacksEvents && planned) || (lacksSessions && logged) || null,
    planned,
    logged,
  };
}

function isLacking({ result, problem }: FoundOccurrences | FoundSessions): boolean {
  return result === undefined && problem !== null;
}

/** Says that what is shown of some days is only what was entered on this device. */
export function LacksSome() {
  return (
    <p role="status" className="text-muted-foreground text-sm">
      Some of this isn't on this device. It shows when you're online.
    </p>
  );
}
