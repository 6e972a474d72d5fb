import { useCallback, useMemo } from 'react';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Select } from '#ui/select.tsx';
import { type RateScope, RatesPanel } from './rates-panel.tsx';

interface GeneralRatesProps {
  /** The region whose rates are shown; nothing for the defaults of services. */
  region: string | undefined;
  onRegion: (region: string | undefined) => void;
}

const askForRegions = (api: ApiClient) => api.call('client.list-region-numbers');
const EMPTY = 'Make a service billable first. Its rates appear here.';

const DEFAULTS: RateScope = {
  ...{
    client: null,
    region: null,
    kept: 'service-rates',
    whose: 'of services',
    empty: EMPTY,
  },
  isOwn: ({ level }) => level === 'service',
  ask: (api, params) => api.call('rate.list-of-services', { params }),
};

/** Rates that belong to no client: of regions, and the defaults of services. */
export function GeneralRates({ region, onRegion }: GeneralRatesProps) {
  const { result: regions } = useKeptAnswer('rate-regions', '', askForRegions);
  const scope = useMemo<RateScope>(
    () =>
      region === undefined
        ? DEFAULTS
        : {
            ...{ client: null, region, kept: 'region-rates', whose: 'of this region', empty: EMPTY },
            isOwn: ({ level }) => level === 'region',
            ask: (api, years) => api.call('rate.list-of-region', { params: { region, ...years } }),
          },
    [region],
  );
  const choose = useCallback((next: string) => onRegion(next === '' ? undefined : next), [onRegion]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Rates of regions and services"
        description="For clients without their own rate: the region's rate first, then the service's default."
      />
      <RatesPanel
        key={region ?? 'defaults'}
        scope={scope}
        toolbar={
          <Select
            // Another control once the regions are there, so that it shows the chosen one.
            key={regions === undefined ? 'asked' : 'there'}
            aria-label="Rates of"
            className="w-60"
            value={region ?? ''}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Defaults of services</option>
            {regions?.map(({ id, name, region_number }) => (
              <option key={id} value={id}>
                {region_number === '' ? name : `${name} (${region_number})`}
              </option>
            ))}
          </Select>
        }
      />
    </div>
  );
}
