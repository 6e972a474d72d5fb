import { Download, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { APP_VERSION } from '#contract/app-version.ts';
import { providersById } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { elapsedWords } from '#domain/time/elapsed.ts';
import { pacificDay, pacificDisplay } from '#domain/time/pacific.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useAsked, useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { DataTable, type TableSort } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { OfficeFacts, RefreshButton } from '#ui/office-facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Totals } from '#ui/report-head.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useViewport } from '#ui/viewport.ts';
import { deviceColumns, deviceFileColumns } from './device-columns.tsx';
import { DEVICE_FILTERS, type DeviceFilter, FILTER_LABELS } from './device-filters.ts';
import { type DeviceRow, deviceRows, deviceTotals, filteredDevices } from './device-rows.ts';
import { LostAction } from './lost-action.tsx';

const askForDevices = (api: ApiClient) => api.call('device.list');
const BY_PERSON: TableSort = { id: 'person', desc: false };

/** What stands in the address. */
export interface DeviceSearch {
  show?: DeviceFilter;
  search?: string;
}

interface DevicesProps {
  search: DeviceSearch;
  onSearch: (change: DeviceSearch) => void;
  /** Leads to the import of a rescue file. */
  rescue: ReactNode;
}

/** Every device with its last contact and what it has not sent, as it said itself. */
export function Devices({ search: { show = 'all', search = '' }, onSearch, rescue }: DevicesProps) {
  const { workspace } = useSignedIn();
  const asked = useAsked(askForDevices);
  const providers = useLocal(providersById, []);
  const isTight = useViewport() !== 'full';
  const { result, answeredAt, reload } = asked;
  // The ages are those of the answer: what is shown grows old together.
  const now = answeredAt ?? workspace.clock.now();
  const all = useMemo(() => {
    if (result === undefined || providers === undefined) return undefined;
    const names = new Map([...providers.values()].map((one) => [one.id, providerName(one)]));
    return deviceRows(result, names, { device_id: workspace.device_id, app_version: APP_VERSION });
  }, [result, providers, workspace]);
  // Drawing a long list waits for whoever types.
  const words = useDeferredValue(search);
  const rows = useMemo(
    () => (all === undefined ? [] : filteredDevices(all, { show, search: words })),
    [all, show, words],
  );
  const columns = useMemo(
    () =>
      deviceColumns({
        now,
        isTight,
        action: (row) => <LostAction row={row} onChanged={reload} />,
      }),
    [now, isTight, reload],
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Devices and sync"
        description={answeredAt === null ? undefined : `As of ${pacificDisplay(answeredAt)}, Pacific`}
        actions={
          <>
            {rescue}
            <Button
              variant="outline"
              disabled={rows.length === 0}
              onClick={() => downloadCsv(`devices-${pacificDay(now)}.csv`, deviceFileColumns(now), rows)}
            >
              <Download aria-hidden="true" />
              CSV
            </Button>
            <RefreshButton asked={asked} />
          </>
        }
      />
      <OfficeFacts name="devices" asked={{ ...asked, result: all }}>
        {(known) => (
          <>
            <Totals figures={totalsOf(known, now)} />
            <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
              <Field label="Search">
                <SearchField
                  value={search}
                  placeholder="Person, device or version"
                  onSearch={(typed) => onSearch({ search: typed })}
                />
              </Field>
              <Field label="Show">
                <Select
                  value={show}
                  onChange={({ target }) =>
                    onSearch({ show: DEVICE_FILTERS.find((one) => one === target.value) ?? 'all' })
                  }
                >
                  {DEVICE_FILTERS.map((one) => (
                    <option key={one} value={one}>
                      {FILTER_LABELS[one]}
                    </option>
                  ))}
                </Select>
              </Field>
            </search>
            <DataTable
              label="Devices"
              rows={rows}
              columns={columns}
              rowId={({ device }) => `${device.id} ${device.user_id}`}
              initialSort={BY_PERSON}
              rowHeight={60}
              empty={
                <EmptyState icon={MonitorSmartphone} title="No devices here">
                  {known.length === 0
                    ? 'A device appears with the first sign-in on it.'
                    : 'Loosen the filters to see the others.'}
                </EmptyState>
              }
            />
          </>
        )}
      </OfficeFacts>
    </div>
  );
}

function totalsOf(rows: readonly DeviceRow[], now: number): [string, number | string][] {
  const { devices, unsent, unsent_since: since, lost } = deviceTotals(rows);
  return [
    ['Devices', devices],
    ['With unsent work', unsent],
    ['Oldest unsent work', since === null ? 'None' : `${pacificDisplay(since)}, ${elapsedWords(since, now)}`],
    ['Reported lost', lost],
  ];
}
