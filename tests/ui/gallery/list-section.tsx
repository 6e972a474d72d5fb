import { CalendarPlus, Download } from 'lucide-react';
import { useState } from 'react';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Input } from '#ui/input.tsx';
import { RecordState, type RecordStateName } from '#ui/record-state.tsx';

interface Line {
  id: string;
  student: string;
  service: string;
  start: string;
  minutes: number;
  state: RecordStateName;
}

const states: RecordStateName[] = ['sent', 'sent', 'sent', 'waiting', 'sent', 'attention'];
const lines: Line[] = Array.from({ length: 5000 }, (_, index) => ({
  id: `line-${index}`,
  student: `${['Ana', 'Bo', 'Chidi', 'Dora', 'Eló', 'Finn'][index % 6]} ${['Reyes', 'Lund', 'Okafor', 'Park', 'Silva'][index % 5]}`,
  service: ['Speech therapy', 'Occupational therapy', 'Counselling'][index % 3] ?? '',
  start: `11/${String((index % 28) + 1).padStart(2, '0')}/2026 ${String((index % 4) + 8).padStart(2, '0')}:15 AM`,
  minutes: [30, 45, 60, 90][index % 4] ?? 0,
  state: states[index % 6] ?? 'sent',
}));

const columns: DataTableColumn<Line>[] = [
  { id: 'student', header: 'Student', value: (line) => line.student, width: '11rem' },
  {
    id: 'service',
    header: 'Service',
    value: (line) => line.service,
    cell: (line) => <Badge variant="neutral">{line.service}</Badge>,
  },
  { id: 'start', header: 'Start', value: (line) => line.start, width: '12rem' },
  {
    id: 'minutes',
    header: 'Duration',
    value: (line) => line.minutes,
    cell: (line) => <DurationDisplay minutes={line.minutes} />,
    align: 'end',
    width: '7rem',
  },
  {
    id: 'state',
    header: 'State',
    value: (line) => line.state,
    cell: (line) => <RecordState state={line.state} />,
    width: '12rem',
  },
];

export function ListSection() {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Input type="search" aria-label="Search" placeholder="Search" className="w-56" />
        <p className="mr-auto text-muted-foreground" role="status">
          {opened === null ? `${lines.length.toLocaleString('en-US')} sessions` : `Opened ${opened}`}
        </p>
        <Button variant="outline" onClick={() => downloadCsv('sessions.csv', columns, lines)}>
          <Download aria-hidden="true" />
          CSV
        </Button>
      </div>
      <DataTable
        label="Sessions of the month"
        rows={lines}
        columns={columns}
        rowId={(line) => line.id}
        onOpen={(line) => setOpened(line.id)}
        initialSort={{ id: 'start', desc: false }}
        empty={null}
        className="max-h-96"
      />
      <DataTable
        label="Parked"
        rows={[]}
        columns={columns}
        rowId={(line) => line.id}
        empty={
          <EmptyState icon={CalendarPlus} title="No sessions yet" action={<Button>Add session</Button>}>
            Sessions you add appear here, also without a network.
          </EmptyState>
        }
      />
    </div>
  );
}
