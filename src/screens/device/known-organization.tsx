import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { OrganizationFacts } from '#contract/organization.ts';
import { PACIFIC_ZONE } from '#domain/time/pacific.ts';
import { showTimesByDefaultAs, USUAL_TIME_FORMAT } from '#domain/time/time-format.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useToday } from './today.ts';

export interface KnownOrganization extends OrganizationFacts {
  /** Asks the server again, after a change of the settings. */
  reload: () => Promise<void>;
}

/** Before the server has answered for the first time: no name, and the built-in meal policy. */
const UNKNOWN: KnownOrganization = {
  ...{ name: '', logo: null, time_zone: PACIFIC_ZONE, uses_24_hour_clock: false, meal_policies: [] },
  reload: async () => undefined,
};

const OrganizationContext = createContext(UNKNOWN);

const ask = (api: ApiClient) => api.call('operations.organization');

/**
 * The organization for everything inside. The last answer is kept on the device for offline use. It is asked for at the
 * start and each day again, because a meal policy applies from a day on.
 */
export function OrganizationProvider({ children }: { children: ReactNode }) {
  const { result, reload } = useKeptAnswer('organization', '{}', ask);
  const today = useToday();
  const askedOn = useRef(today);
  useEffect(() => {
    if (askedOn.current === today) return;
    askedOn.current = today;
    void reload();
  }, [today, reload]);
  const isBy24Hours = result?.uses_24_hour_clock === true;
  useEffect(() => {
    showTimesByDefaultAs(isBy24Hours ? '24h' : USUAL_TIME_FORMAT);
    return () => showTimesByDefaultAs(USUAL_TIME_FORMAT);
  }, [isBy24Hours]);
  const known = useMemo(() => ({ ...UNKNOWN, ...result, reload }), [result, reload]);
  return <OrganizationContext value={known}>{children}</OrganizationContext>;
}

/** The organization's name, logo, clock, and meal policies, as last heard from the server. */
export function useOrganization(): KnownOrganization {
  return useContext(OrganizationContext);
}
