import { useMemo } from 'react';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { mayChangeEvent } from '#domain/access/row-rules.ts';
import { useAllProviders, useLookups } from '#screens/device/lookups.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { ServerData } from '#ui/server-data.tsx';
import { calendarEntries, type Entry } from '../calendar-entries.ts';
import { useCalendar } from '../use-calendar.ts';
import { MasterCalendar, masterRange } from './master-calendar.tsx';
import type { MasterLookups } from './master-rows.ts';
import type { MasterSearch } from './master-search.ts';
import { useEveryone, useServerMaster } from './use-master.ts';

interface MasterScreenProps {
  search: MasterSearch;
  /** `replace` adds no entry to the browser's history. */
  onSearch: (change: MasterSearch, replace?: boolean) => void;
  onOpenSession: (id: string) => void;
}

/** The office has every row on its device; others ask the server for what they may see. */
export function MasterScreen(props: MasterScreenProps) {
  const { auth, grants } = useSignedIn().profile;
  const lookups = useMasterLookups();
  if (lookups === undefined) return null;
  return seesWholeOrganization({ role: auth, grants }) ? (
    <OfficeMaster {...props} lookups={lookups} />
  ) : (
    <ServerMaster {...props} lookups={lookups} />
  );
}

/** Every provider has a column, and can be chosen. */
function useMasterLookups(): MasterLookups | undefined {
  const named = useLookups();
  const providers = useAllProviders();
  return useMemo(() => named && providers && { ...named, providers }, [named, providers]);
}

type ScreenProps = MasterScreenProps & { lookups: MasterLookups };

function useRange(search: MasterSearch) {
  return masterRange(search, useToday());
}

function OfficeMaster({ lookups, ...props }: ScreenProps) {
  const { from, to } = useRange(props.search);
  const entries = useEveryone(from, to, lookups);
  return <MasterCalendar {...props} entries={entries} lookups={lookups} mayChange={() => true} mayPlan />;
}

/** The person's own calendar comes from this device: new events appear immediately. */
function ServerMaster({ lookups, ...props }: ScreenProps) {
  const { profile } = useSignedIn();
  const { provider_id } = profile;
  const { from, to } = useRange(props.search);
  const answer = useServerMaster(from, to);
  const { result, reload } = answer;
  const own = useCalendar(provider_id ?? '', from, to, lookups);
  const entries = useMemo(() => {
    if (result === undefined) return undefined;
    const occurrences = result.filter(({ event }) => event.provider !== provider_id);
    const others = calendarEntries({ occurrences, sessions: [], lunches: [] }, lookups);
    // Invitations are on both sides.
    const mine = (own ?? []).filter(({ provider }) => provider === provider_id);
    return [...others.filter(({ day }) => day >= from && day <= to), ...mine].sort(byStart);
  }, [result, own, lookups, provider_id, from, to]);
  const actor = useMemo(() => ownActor(profile), [profile]);
  const office = useMemo(
    () => ({ has: (entry: Entry) => entry.provider !== provider_id, reload }),
    [provider_id, reload],
  );
  return (
    <MasterCalendar
      {...props}
      entries={entries}
      asking={
        <ServerData name="calendars" state={answer}>
          {() => null}
        </ServerData>
      }
      lookups={lookups}
      mayChange={(entry) => mayChangeEvent(actor, entry)}
      office={office}
      mayPlan={false}
    />
  );
}

function byStart(a: Entry, b: Entry): number {
  return a.day.localeCompare(b.day) || a.start - b.start || a.end - b.end;
}
