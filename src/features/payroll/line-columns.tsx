import { paysTime } from '#domain/payroll/pay-line.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { ReportColumn } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { findingWords, type LineRow } from './line-rows.ts';

/** The columns that every list of pay lines has. */
export function lineColumns<Row extends LineRow>(): ReportColumn<Row>[] {
  return [
    {
      ...{ id: 'day', header: 'Date', kind: 'day', width: '7rem', tightWidth: '7rem' },
      value: ({ day }) => day,
      sortBy: ({ day, provider_name, key }) => `${day} ${provider_name} ${key}`,
      cell: ({ day, session }, { linkTo }) =>
        session === null
          ? displayDay(day)
          : linkTo(session, displayDay(day), 'underline underline-offset-2 tabular-nums'),
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '10rem', tightWidth: '7.5rem' },
      value: ({ provider_name }) => provider_name,
      sortBy: ({ provider_name, day, key }) => `${provider_name} ${day} ${key}`,
    },
    {
      ...{ id: 'what', header: 'Pays for' },
      value: ({ what }) => what,
      cell: ({ what, service_name, client_name, finding }) => (
        <TwoLines
          first={
            <>
              {service_name === '' ? what : service_name}
              {finding !== null && (
                <Badge variant={finding === 'missing-rate' ? 'destructive' : 'warning'} className="ml-2">
                  {findingWords({ finding })}
                </Badge>
              )}
            </>
          }
          second={service_name !== '' && client_name}
        />
      ),
    },
    { ...{ id: 'service', header: 'Service', only: 'file' }, value: ({ service_name }) => service_name },
    { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
    {
      ...{ id: 'minutes', header: 'Time', kind: 'duration', width: '5.5rem', tightWidth: '5rem' },
      value: ({ minutes }) => minutes,
      // Premiums are on top of time that other lines have.
      total: (rows) => rows.reduce((sum, { kind, minutes }) => sum + (paysTime(kind) ? minutes : 0), 0),
    },
    {
      ...{ id: 'rate', header: 'Rate', kind: 'money', width: '6.5rem', only: 'wide' },
      value: ({ hourly_cents }) => hourly_cents,
    },
    {
      ...{ id: 'percent', header: 'Percent of rate', kind: 'number', only: 'data' },
      value: ({ percent }) => percent,
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7rem', tightWidth: '6.25rem' },
      ...{ none: 'No rate' },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => rows.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0),
    },
    { ...{ id: 'finding', header: 'To check', only: 'file' }, value: findingWords },
    { ...{ id: 'why', header: 'How it was calculated', only: 'data' }, value: ({ why }) => why.join(' ') },
  ];
}
