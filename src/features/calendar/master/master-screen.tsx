import { useMemo } from 'react';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { mayChangeEvent } from '#domain/access/row-rules.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useAllProviders, useLookups } from '#screens/device/lookups.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { MasterCalendar, masterRange } from './master-calendar.tsx';
import type { MasterLookups } from './master-rows.ts';
import type { MasterSearch } from './master-search.ts';
import { useMaster } from './use-master.ts';

interface MasterScreenProps {
  search: MasterSearch;
  /** `replace` adds no entry to the browser's history. */
  onSearch: (change: MasterSearch, replace?: boolean) => void;
  onOpenSession: (id: string) => void;
}

export function MasterScreen(props: MasterScreenProps) {
  const lookups = useMasterLookups();
  return lookups === undefined ? null : <LoadedMaster {...props} lookups={lookups} />;
}

/** Every provider has a column, and can be chosen. */
function useMasterLookups(): MasterLookups | undefined {
  const named = useLookups();
  const providers = useAllProviders();
  return useMemo(() => named && providers && { ...named, providers }, [named, providers]);
}

function LoadedMaster({ lookups, ...props }: MasterScreenProps & { lookups: MasterLookups }) {
  const { search, onSearch } = props;
  const { profile } = useSignedIn();
  const { auth, grants } = profile;
  const view = search.view ?? 'day';
  const { from, to } = masterRange(search, useToday());
  const { entries, answer, server, lacksSessions } = useMaster({ view, from, to }, lookups);
  const actor = useMemo(() => ownActor(profile), [profile]);
  return (
    <MasterCalendar
      {...props}
      entries={entries}
      asking={
        <>
          <ServerData name="calendars" state={answer}>
            {() =>
              answer.isOffline && answer.answeredAt !== null ? (
                <p className="text-muted-foreground text-sm">
                  As of {pacificDisplay(answer.answeredAt)}, Pacific
                </p>
              ) : null
            }
          </ServerData>
          {lacksSessions && (
            <p role="status" className="text-muted-foreground text-sm">
              Sessions for these days can't be loaded. Only planned times are shown.
            </p>
          )}
          {answer.other !== null && (
            <Button
              variant="outline"
              className="justify-self-center"
              onClick={() => onSearch(answer.other ?? {})}
            >
              Show the last answer
            </Button>
          )}
        </>
      }
      lookups={lookups}
      mayChange={(entry) => mayChangeEvent(actor, entry)}
      server={server}
      mayPlan={seesWholeOrganization({ role: auth, grants })}
    />
  );
}
