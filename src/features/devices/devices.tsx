import { MonitorSmartphone } from 'lucide-react';
import { APP_VERSION } from '#contract/app-version.ts';
import { elapsedWords } from '#domain/time/elapsed.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { DeviceState, NarrowSince, Since } from './device-cells.tsx';
import { DEVICE_FILTERS, type DeviceFilter } from './device-filters.ts';
import { type Device, deviceRows, deviceTotals, isShownAs, stateWords } from './device-rows.ts';
import { LostAction } from './lost-action.tsx';

const LABELS: Record<DeviceFilter, string> = {
  unsent: 'With unsynced changes',
  lost: 'Reported lost',
  outdated: 'With an older app',
};

/** Every device with its last contact and its unsynced changes, as it last reported. */
export const devices = defineReport(DEVICE_FILTERS, {
  id: 'devices',
  title: 'Devices and sync',
  label: 'Devices',
  rows: fromServer({
    name: 'devices',
    ask: (api) => api.call('device.list'),
    rows: (answer: readonly Device[], { device_id }) =>
      deviceRows(answer, { device_id, app_version: APP_VERSION }),
  }),
  rowId: ({ device }) => `${device.id} ${device.user_id}`,
  rowHeight: 60,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Person, device, or version',
      words: ({ person, device }) => `${person} ${device.username} ${device.id} ${device.app_version}`,
    },
    show: {
      label: 'Show',
      all: 'All devices',
      choices: () => DEVICE_FILTERS.show.map((id) => ({ id, name: LABELS[id] })),
      matches: (row, show) => isShownAs(row, show as DeviceFilter),
    },
  },
  sort: { id: 'person', desc: false },
  totals(_, all, now) {
    const { devices: count, unsent, unsent_since: since, lost } = deviceTotals(all);
    return [
      ['Devices', count],
      ['With unsynced changes', unsent],
      [
        'Oldest unsynced change',
        since === null ? 'None' : `${pacificDisplay(since)}, ${elapsedWords(since, now)}`,
      ],
      ['Reported lost', lost],
    ];
  },
  columns: [
    {
      ...{ id: 'person', header: 'Person' },
      value: ({ person }) => person,
      sortBy: ({ person, device }) => `${person} ${device.id}`,
      cell: ({ person, isOwn, shortId }) => (
        <TwoLines first={person} second={isOwn ? 'This device' : `Device ${shortId}`} />
      ),
    },
    { id: 'username', header: 'User name', only: 'file', value: ({ device }) => device.username },
    { id: 'device', header: 'Device', only: 'file', value: ({ device }) => device.id },
    {
      ...{ id: 'contact', header: 'Last contact', kind: 'instant', width: '12rem', tightWidth: '8.5rem' },
      value: ({ device }) => device.last_contact_at,
      cell: ({ device: { last_contact_at: at } }, { now, isTight }) =>
        isTight ? <NarrowSince at={at} now={now} /> : <Since at={at} now={now} />,
    },
    {
      ...{ id: 'unsent', header: 'Unsynced', kind: 'number', width: '6.5rem' },
      value: ({ device }) => device.unsent_count,
      cell({ device: { unsent_count: count, unsent_since: since } }, { now, isTight }) {
        if (isTight) {
          return (
            <TwoLines
              first={count.toLocaleString('en-US')}
              second={since === null ? '' : elapsedWords(since, now)}
            />
          );
        }
        return (
          <span className={count === 0 ? 'text-muted-foreground' : 'font-semibold'}>
            {count.toLocaleString('en-US')}
          </span>
        );
      },
    },
    {
      ...{ id: 'oldest', header: 'Oldest unsynced change', kind: 'instant', width: '12rem', only: 'wide' },
      value: ({ device }) => device.unsent_since,
      cell: ({ device: { unsent_since: at } }, { now }) =>
        at === null ? <span className="text-muted-foreground">None</span> : <Since at={at} now={now} />,
    },
    {
      ...{ id: 'version', header: 'App', width: '6.5rem', only: 'wide' },
      value: ({ device }) => device.app_version,
      cell: ({ device, isOutdated }) => (
        <div className="grid gap-0.5">
          <span>{device.app_version}</span>
          {isOutdated && <Badge variant="warning">Older</Badge>}
        </div>
      ),
    },
    {
      ...{ id: 'state', header: 'State', width: '13rem', tightWidth: '11rem' },
      value: ({ device }) => stateWords(device),
      cell: (row, { isTight }) => <DeviceState row={row} showsVersion={isTight} />,
    },
    {
      ...{ id: 'action', header: 'Action', width: '8.5rem', tightWidth: '8rem', isPinned: true },
      ...{ only: 'screen', isUnsortable: true },
      value: () => null,
      cell: (row, { reload }) => <LostAction row={row} onChanged={reload} />,
    },
  ],
  empty: {
    icon: MonitorSmartphone,
    title: 'No devices yet',
    help: 'Devices appear here once someone logs in on them.',
    filtered: 'Clear the filters to see all.',
  },
});
