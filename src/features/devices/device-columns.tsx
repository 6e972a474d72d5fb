import type { ReactNode } from 'react';
import { elapsedWords } from '#domain/time/elapsed.ts';
import { displayDay, displayTime, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { Badge } from '#ui/badge.tsx';
import type { DataTableColumn } from '#ui/data-table.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';
import { type DeviceRow, stateWords } from './device-rows.ts';

interface ColumnOptions {
  /** In ms since the epoch. */
  now: number;
  /** Little room: what can stand together in one cell does. */
  isTight: boolean;
  /** The row's button. */
  action: (row: DeviceRow) => ReactNode;
}

/** The columns of the file: everything in its own. */
export function deviceFileColumns(now: number): DataTableColumn<DeviceRow>[] {
  return [
    { id: 'person', header: 'Person', value: ({ person }) => person },
    { id: 'username', header: 'User name', value: ({ device }) => device.username },
    { id: 'device', header: 'Device', value: ({ device }) => device.id },
    {
      id: 'contact',
      header: 'Last contact',
      width: '12rem',
      value: ({ device }) => device.last_contact_at,
      csvValue: ({ device }) => pacificDisplay(device.last_contact_at),
      cell: ({ device }) => <Since at={device.last_contact_at} now={now} />,
    },
    {
      id: 'unsent',
      header: 'Unsent',
      width: '6.5rem',
      align: 'end',
      value: ({ device }) => device.unsent_count,
      cell: ({ device }) =>
        device.unsent_count === 0 ? (
          <span className="text-muted-foreground">0</span>
        ) : (
          <span className="font-semibold">{device.unsent_count.toLocaleString('en-US')}</span>
        ),
    },
    {
      id: 'oldest',
      header: 'Oldest unsent work',
      width: '12rem',
      value: ({ device }) => device.unsent_since,
      csvValue: ({ device }) => (device.unsent_since === null ? '' : pacificDisplay(device.unsent_since)),
      cell: ({ device }) =>
        device.unsent_since === null ? (
          <span className="text-muted-foreground">None</span>
        ) : (
          <Since at={device.unsent_since} now={now} />
        ),
    },
    {
      id: 'version',
      header: 'App',
      width: '6.5rem',
      value: ({ device }) => device.app_version,
      cell: ({ device, isOutdated }) => (
        <div className="grid gap-0.5">
          <span>{device.app_version}</span>
          {isOutdated && <Badge variant="warning">Older</Badge>}
        </div>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: '13rem',
      value: ({ device }) => stateWords(device),
      cell: ({ device }) => <DeviceState device={device} />,
    },
  ];
}

/** The columns on the screen. */
export function deviceColumns({ now, isTight, action }: ColumnOptions): DataTableColumn<DeviceRow>[] {
  const person: DataTableColumn<DeviceRow> = {
    id: 'person',
    header: 'Person',
    value: ({ person, device }) => `${person} ${device.id}`,
    cell: ({ person, isOwn, shortId }) => (
      <TwoLines first={person} second={isOwn ? 'This device' : `Device ${shortId}`} />
    ),
  };
  const button: DataTableColumn<DeviceRow> = {
    id: 'action',
    header: 'Action',
    width: '8.5rem',
    sortable: false,
    value: () => null,
    cell: action,
  };
  const others = deviceFileColumns(now).filter(({ id }) => !['person', 'username', 'device'].includes(id));
  if (!isTight) return [person, ...others, button];
  const tight: Record<string, Partial<DataTableColumn<DeviceRow>>> = {
    contact: {
      width: '8.5rem',
      cell: ({ device: { last_contact_at: at } }) => (
        <div className="grid leading-4">
          <span>{displayDay(pacificDay(at))}</span>
          <span className="text-muted-foreground text-xs">{displayTime(pacificTime(at))}</span>
          <span className="text-muted-foreground text-xs">{elapsedWords(at, now)}</span>
        </div>
      ),
    },
    unsent: {
      width: '6.5rem',
      cell: ({ device: { unsent_count, unsent_since } }) => (
        <TwoLines
          first={unsent_count.toLocaleString('en-US')}
          second={unsent_since === null ? '' : elapsedWords(unsent_since, now)}
        />
      ),
    },
    state: {
      width: '11rem',
      cell: ({ device, isOutdated }) => (
        <div className="grid gap-0.5">
          <DeviceState device={device} />
          {isOutdated && device.lost_at === null && (
            <Badge variant="warning">{`Older app ${device.app_version}`}</Badge>
          )}
        </div>
      ),
    },
  };
  return [
    person,
    ...others.flatMap((column) => {
      const change = tight[column.id];
      return change === undefined ? [] : { ...column, ...change };
    }),
    { ...button, width: '8rem' },
  ];
}

function Since({ at, now }: { at: string; now: number }) {
  return (
    <TwoLines
      first={<TimeDisplay dateTime={at}>{pacificDisplay(at)}</TimeDisplay>}
      second={elapsedWords(at, now)}
    />
  );
}

function TwoLines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <div className="grid leading-5">
      <span className="truncate">{first}</span>
      <span className="truncate text-muted-foreground text-xs">{second}</span>
    </div>
  );
}

function DeviceState({ device }: { device: DeviceRow['device'] }) {
  if (device.lost_at === null) return <span className="text-muted-foreground">In use</span>;
  return (
    <Badge
      variant={device.wiped_at === null ? 'warning' : 'neutral'}
      className="shrink whitespace-normal rounded-md text-left"
    >
      {stateWords(device)}
    </Badge>
  );
}
