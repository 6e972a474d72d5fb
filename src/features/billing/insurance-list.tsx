import { Link } from '@tanstack/react-router';
import { ShieldPlus } from 'lucide-react';
import type { InsuranceClaim, InsuranceClaims } from '#contract/insurance.ts';
import { validId } from '#contract/report-files/headed-source.ts';
import {
  blockingFields,
  CLAIM_FIELD_LABELS,
  CLAIM_FIELDS,
  type ClaimField,
  diagnosisPointer,
} from '#domain/money/insurance-claims.ts';
import { lineKey } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { lastMonth } from '#domain/reports/report-days.ts';
import { SEX_LABELS } from '#domain/students/student-file.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, distinctChoices, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { INSURANCE_FILTERS } from './billing-filters.ts';
import { whyOfLine } from './line-words.ts';

const OF_PROVIDER: readonly ClaimField[] = ['npi', 'taxonomy_code'];
const OF_STUDENT: readonly ClaimField[] = ['payer', 'member_id', 'date_of_birth', 'sex', 'address'];

/** Where a missing field is entered. */
function MissingField({ field, claim }: { field: ClaimField; claim: InsuranceClaim }) {
  const { session, student, provider } = claim.line;
  const words = CLAIM_FIELD_LABELS[field];
  const look = 'underline underline-offset-2';
  if (OF_PROVIDER.includes(field)) {
    return (
      <Link to="/providers/info/$id" params={{ id: provider }} className={look}>
        {words}
      </Link>
    );
  }
  if (student !== null && OF_STUDENT.includes(field)) {
    return (
      <Link to="/students/info/$id" params={{ id: student }} className={look}>
        {words}
      </Link>
    );
  }
  return (
    <Link to="/my-sessions/info/$id" params={{ id: session }} className={look}>
      {words}
    </Link>
  );
}

const missingWords = ({ missing }: InsuranceClaim) =>
  missing.map((field) => CLAIM_FIELD_LABELS[field]).join(', ');
const isReady = ({ missing }: InsuranceClaim) => blockingFields(missing).length === 0;
const charges = (rows: readonly InsuranceClaim[]) =>
  rows.reduce((sum, { line }) => sum + line.amount_cents, 0);

/**
 * Sessions of insurance clients with the fields of their claims. The file has one row for each service line, headed by
 * the boxes of the CMS-1500 form, and says what is missing: a list to work through. Claims are filed from batches.
 */
export const insuranceClients = defineReport(INSURANCE_FILTERS, {
  ...{ id: 'insurance-clients', title: 'Insurance Clients', label: 'Claims' },
  rows: fromServer({
    name: 'claims',
    ask: (api, { from, to, client }) =>
      api.call('billing.list-insurance', {
        query: { start_date: from, end_date: to, client: validId(client) },
      }),
    rows: ({ claims }: InsuranceClaims) => claims,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ line }) => lineKey(line),
  rowName: ({ line }) => `${line.student_name}, ${displayDay(line.session_date)}`,
  rowHeight: 60,
  tightRowHeight: 76,
  days: lastMonth,
  filters: {
    client: {
      label: 'Client',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ line: { client, client_name } }) =>
            client === null ? [] : [[client, client_name]],
          ),
        ),
    },
    show: {
      label: 'Show',
      choices: () => [
        { id: 'missing', name: 'Missing information' },
        { id: 'ready', name: 'Ready to file' },
      ],
      matches: (claim, held) => isReady(claim) === (held === 'ready'),
    },
    missing: {
      label: 'Missing',
      choices: () => CLAIM_FIELDS.map((id) => ({ id, name: CLAIM_FIELD_LABELS[id] })),
      matches: ({ missing }, held) => missing.some((field) => field === held),
    },
    search: {
      label: 'Search',
      placeholder: 'Student, client, or payer',
      words: ({ line, payer }) => `${line.student_name} ${line.client_name} ${line.provider_name} ${payer}`,
    },
  },
  sort: { id: 'date', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'claim line'),
  totals: (rows) => [
    ['Ready to file', rows.filter(isReady).length],
    ['Missing information', rows.filter((row) => !isReady(row)).length],
    ['Charges', moneyText(charges(rows))],
  ],
  columns: [
    {
      ...{ id: 'date', header: 'Date', kind: 'day', width: '7.25rem' },
      value: ({ line }) => line.session_date,
      inFile: { header: '24A Date of service' },
      sortBy: ({ line }) => `${line.session_date} ${line.start_time} ${lineKey(line)}`,
      cell: ({ line }, { linkTo }) =>
        linkTo(line.session, displayDay(line.session_date), 'underline underline-offset-2 tabular-nums'),
    },
    {
      ...{ id: 'student', header: 'Student' },
      value: ({ line }) => line.student_name,
      inFile: {
        header: '2 Patient name',
        value: ({ student_last_name, student_first_name }) => `${student_last_name}, ${student_first_name}`,
      },
      cell: ({ line, payer, member_id }) => (
        <TwoLines
          first={line.student_name}
          second={[payer, member_id].filter((text) => text !== '').join(', ')}
        />
      ),
    },
    {
      ...{ id: 'birth', header: '3 Date of birth', kind: 'day', only: 'file' },
      value: ({ date_of_birth }) => date_of_birth,
    },
    {
      ...{ id: 'sex', header: '3 Sex', only: 'file' },
      value: ({ sex }) => (sex === '' ? '' : SEX_LABELS[sex]),
    },
    { ...{ id: 'street', header: '5 Street', only: 'file' }, value: ({ address }) => address.street },
    { ...{ id: 'city', header: '5 City', only: 'file' }, value: ({ address }) => address.city },
    { ...{ id: 'state', header: '5 State', only: 'file' }, value: ({ address }) => address.state },
    { ...{ id: 'zip', header: '5 ZIP', only: 'file' }, value: ({ address }) => address.zip },
    { ...{ id: 'payer', header: '11C Payer', only: 'file' }, value: ({ payer }) => payer },
    { ...{ id: 'member', header: '1A Member ID', only: 'file' }, value: ({ member_id }) => member_id },
    {
      ...{ id: 'provider', header: 'Provider', only: 'wide' },
      value: ({ line }) => line.provider_name,
      inFile: { header: '31 Provider' },
      cell: ({ line, npi }) => <TwoLines first={line.provider_name} second={npi} />,
    },
    {
      ...{ id: 'codes', header: 'DX and CPT', width: '7.5rem', only: 'screen' },
      value: ({ dx_codes, cpt_codes }) => [...dx_codes, ...cpt_codes].join(' '),
      cell: ({ dx_codes, cpt_codes }) => <TwoLines first={dx_codes.join(' ')} second={cpt_codes.join(' ')} />,
    },
    { ...{ id: 'npi', header: '24J Provider NPI', only: 'file' }, value: ({ npi }) => npi },
    {
      ...{ id: 'taxonomy', header: '24J Provider taxonomy', only: 'file' },
      value: ({ taxonomy_code }) => taxonomy_code,
    },
    { ...{ id: 'dx', header: '21 DX', only: 'file' }, value: ({ dx_codes }) => dx_codes.join(' ') },
    { ...{ id: 'cpt', header: '24D CPT', only: 'file' }, value: ({ cpt_codes }) => cpt_codes.join(' ') },
    {
      ...{ id: 'modifiers', header: '24D Modifiers', only: 'file' },
      value: ({ modifiers }) => modifiers.join(' '),
    },
    {
      ...{ id: 'pointer', header: '24E Pointer', only: 'file' },
      value: ({ dx_codes }) => diagnosisPointer(dx_codes.length),
    },
    {
      ...{ id: 'place', header: '24B Place', only: 'file' },
      value: ({ place_of_service }) => place_of_service,
    },
    {
      ...{ id: 'units', header: '24G Units', kind: 'number', only: 'file' },
      value: ({ units }) => units,
    },
    {
      ...{ id: 'charge', header: 'Charge', kind: 'money', width: '7rem' },
      inFile: { header: '24F Charge' },
      value: ({ line }) => line.amount_cents,
      total: charges,
    },
    {
      ...{ id: 'missing', header: 'Missing', width: '18rem', tightWidth: '12.5rem' },
      value: missingWords,
      cell: (claim) =>
        claim.missing.length === 0 ? (
          <Badge variant="success">Ready</Badge>
        ) : (
          <span className="line-clamp-2 flex flex-wrap gap-x-2 whitespace-normal text-xs leading-6">
            {isReady(claim) && <Badge variant="success">Ready</Badge>}
            {claim.missing.map((field) => (
              <MissingField key={field} field={field} claim={claim} />
            ))}
          </span>
        ),
    },
  ],
  why: (claim, column) => (column === 'charge' ? () => whyOfLine({ ...claim.line, invoice: null }) : null),
  empty: {
    ...{ icon: ShieldPlus, title: 'No sessions of insurance clients on these days' },
    help: 'Sessions billed to insurance appear here, with what each claim still needs.',
    filtered: 'No claims match these filters.',
  },
});
