import { type CsvColumn, csvText } from '#domain/files/csv-text.ts';
import { isNpi } from '#domain/providers/provider-rules.ts';
import { SEX_LABELS } from '#domain/students/student-file.ts';
import { type ClaimParties, claimNumber, type FiledClaim, x12Text } from './claim-837p.ts';
import {
  blockingFields,
  CLAIM_FIELD_LABELS,
  type ClaimField,
  diagnosisPointer,
  type HomeAddress,
  isAtHome,
  OFFICE,
} from './insurance-claims.ts';

export const CLAIM_FORMATS = ['837p', 'csv'] as const;
export type ClaimFormat = (typeof CLAIM_FORMATS)[number];

export const CLAIM_FORMAT_LABELS: Readonly<Record<ClaimFormat, string>> = {
  '837p': 'Claim file (837P)',
  csv: 'CSV file',
};

/** As many as one file may have. */
export const MOST_CLAIMS = 5_000;

interface ClaimState {
  missing: readonly ClaimField[];
  is_approved: boolean;
  amount_cents: number;
  cpt_codes: readonly string[];
  dx_codes: readonly string[];
  /** Texts that must not be empty in the file. */
  names: readonly string[];
}

/** Why a line is left out of batches; empty if it isn't. */
export function leftOutBecause(claim: ClaimState): string[] {
  const missing = blockingFields(claim.missing);
  return [
    ...missing.map((field) => `${CLAIM_FIELD_LABELS[field]} is missing`),
    ...(claim.is_approved ? [] : ["Hours aren't approved"]),
    ...(claim.amount_cents > 0 ? [] : ['No charge']),
    ...(claim.cpt_codes.length > 1 ? ["More than one CPT code, so the charge can't be split"] : []),
    ...(missing.length === 0 && [...claim.names, ...claim.dx_codes].some((text) => x12Text(text) === '')
      ? ['A name or number has no A–Z letters or digits']
      : []),
  ];
}

const READABLE: Readonly<Partial<Record<keyof ClaimParties, number>>> = {
  ...{ organization: 60, street: 55, city: 30, contact_name: 60, submitter_id: 15 },
  ...{ receiver_name: 60, receiver_id: 15, payer: 60, payer_id: 80 },
};

/** What has to be corrected before a file can be made, by field. */
export function partyProblems(parties: ClaimParties): Partial<Record<keyof ClaimParties, string>> {
  const problems: Partial<Record<keyof ClaimParties, string>> = {};
  for (const [field, most] of Object.entries(READABLE) as [keyof ClaimParties, number][]) {
    if (parties[field].trim() === '') problems[field] = 'This field is required.';
    else if (x12Text(parties[field]) === '') problems[field] = 'Use letters A to Z or digits.';
    else if (x12Text(parties[field]).length > most) problems[field] = `Use at most ${most} characters.`;
  }
  if (!isNpi(parties.npi))
    problems.npi = 'Check this number. An NPI has 10 digits, and the last one is a check digit.';
  if (!/^\d{2}-?\d{7}$/.test(parties.tax_id)) problems.tax_id = 'Enter the 9 digits of the tax ID.';
  if (!/^[A-Z]{2}$/i.test(parties.state)) problems.state = 'Enter the two-letter state.';
  if (!/^\d{5}-?\d{4}$/.test(parties.zip)) problems.zip = 'Enter the full 9-digit ZIP code.';
  if (parties.contact_phone.replace(/\D/g, '').length !== 10)
    problems.contact_phone = 'Enter a 10-digit phone number.';
  return problems;
}

const ADDRESS = [
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'ZIP'],
] as const satisfies [keyof HomeAddress, string][];

/** Dollars as a number, so that files have no text. */
const dollars = (cents: number) => cents / 100;

interface ServiceFacility {
  name: string;
  /** Null at schools and other places: their addresses aren't kept. */
  address: HomeAddress | null;
}

/** Box 32: where the session was. */
function serviceFacility(claim: FiledClaim, { organization, ...own }: ClaimParties): ServiceFacility {
  if (isAtHome(claim.place_of_service)) return { name: "Patient's home", address: claim.address };
  return claim.place_of_service === OFFICE
    ? { name: organization, address: own }
    : { name: claim.facility, address: null };
}

interface NumberedClaim extends FiledClaim {
  number: string;
}

const COLUMNS = (parties: ClaimParties): CsvColumn<NumberedClaim>[] => [
  { header: '24A Date of service', value: ({ session_date }) => session_date },
  { header: '2 Patient name', value: ({ last_name, first_name }) => `${last_name}, ${first_name}` },
  { header: '3 Date of birth', value: ({ date_of_birth }) => date_of_birth },
  { header: '3 Sex', value: ({ sex }) => SEX_LABELS[sex] },
  { header: '5 Street', value: ({ address }) => address.street },
  { header: '5 City', value: ({ address }) => address.city },
  { header: '5 State', value: ({ address }) => address.state },
  { header: '5 ZIP', value: ({ address }) => address.zip },
  { header: '11C Payer', value: () => parties.payer },
  { header: '1A Member ID', value: ({ member_id }) => member_id },
  { header: '31 Provider', value: ({ provider_name }) => provider_name },
  { header: '24J Provider NPI', value: ({ npi }) => npi },
  { header: '21 DX', value: ({ dx_codes }) => dx_codes.join(' ') },
  { header: '24D CPT', value: ({ cpt_code }) => cpt_code },
  { header: '24D Modifiers', value: ({ modifiers }) => modifiers.join(' ') },
  { header: '24E Pointer', value: ({ dx_codes }) => diagnosisPointer(dx_codes.length) },
  { header: '24B Place', value: ({ place_of_service }) => place_of_service },
  { header: '24G Units', value: ({ units }) => units },
  { header: '24F Charge', value: ({ amount_cents }) => dollars(amount_cents) },
  { header: '25 Tax ID', value: () => parties.tax_id },
  { header: '26 Patient account', value: ({ number }) => number },
  // A claim has one service line.
  { header: '28 Total charge', value: ({ amount_cents }) => dollars(amount_cents) },
  { header: '32 Service facility', value: (claim) => serviceFacility(claim, parties).name },
  ...ADDRESS.map(([part, header]) => ({
    header: `32 ${header}`,
    value: (claim: NumberedClaim) => serviceFacility(claim, parties).address?.[part] ?? '',
  })),
  { header: '33 Billing provider', value: () => parties.organization },
  ...ADDRESS.map(([part, header]) => ({ header: `33 ${header}`, value: () => parties[part] })),
  { header: '33 Phone', value: () => parties.contact_phone },
  { header: '33A Billing provider NPI', value: () => parties.npi },
  { header: '24J Provider taxonomy', value: ({ taxonomy_code }) => taxonomy_code },
];

/**
 * One row for each service line, headed by the boxes of the CMS-1500 form.
 * @param batch the control number of the claim file, so that a claim is called the same in both
 */
export function claimCsv(claims: readonly FiledClaim[], parties: ClaimParties, batch: number): string {
  return csvText(
    COLUMNS(parties),
    claims.map((claim, at) => ({ ...claim, number: claimNumber(batch, at + 1) })),
  );
}

/** Payers are the same if only case and spaces differ. */
export function payerKey(payer: string): string {
  return x12Text(payer);
}
