import type { StudentSex } from '#domain/students/student-file.ts';
import type { HomeAddress } from './insurance-claims.ts';

/** A claim with one service line, as a file has it. Nothing that an insurance needs is missing. */
export interface FiledClaim {
  session: string;
  student: string;
  session_date: string;
  last_name: string;
  first_name: string;
  date_of_birth: string;
  sex: StudentSex;
  /** The student is the subscriber: where they live. */
  address: HomeAddress;
  member_id: string;
  provider_name: string;
  /** Of the provider who gave the session. */
  npi: string;
  /** Of that provider's specialty; empty if it isn't known. */
  taxonomy_code: string;
  dx_codes: readonly string[];
  cpt_code: string;
  modifiers: readonly string[];
  units: number;
  place_of_service: string;
  /** Where the session was, by its location's name. */
  facility: string;
  amount_cents: number;
}

/** Who files, for whom it is meant, and who pays. */
export interface ClaimParties {
  organization: string;
  npi: string;
  /** Nine digits. */
  tax_id: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  contact_name: string;
  contact_phone: string;
  submitter_id: string;
  receiver_name: string;
  receiver_id: string;
  payer: string;
  payer_id: string;
}

/** Numbers that no other file of the submitter has, each at most nine digits. */
export interface ControlNumbers {
  interchange: number;
  group: number;
  transaction: number;
}

const VERSION = '005010X222A1';
const SEPARATORS = { element: '*', component: ':', repetition: '^', segment: '~' } as const;

/** Upper case without accents, separators, or characters that X12 hasn't. Empty if nothing is left. */
export function x12Text(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .toUpperCase()
    .replace(/[^A-Z0-9 !"&'()+,\-./;?=]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Dollars without trailing zeros: "60.5". */
function x12Amount(cents: number): string {
  return String(cents / 100);
}

const x12Day = (day: string) => day.replaceAll('-', '');
const digits = (text: string) => text.replace(/\D/g, '');
const code = (text: string) => x12Text(text).replace(/[^A-Z0-9]/g, '');

/** What the submitter calls a claim: the batch's control number, and the claim's place in the batch from 1. */
export function claimNumber(batch: number, place: number): string {
  return `${batch}-${place}`;
}

/** A person's last and first name: the last word, and the rest. */
export function nameParts(name: string): { last: string; first: string } {
  const words = x12Text(name).split(' ');
  return { last: words.at(-1) ?? '', first: words.slice(0, -1).join(' ') };
}

/** Unknown where the family doesn't specify it. */
const SEX_CODES: Readonly<Record<StudentSex, string>> = { '': 'U', female: 'F', male: 'M', unspecified: 'U' };

const MOST_DX = 12;
const MOST_POINTERS = 4;
const MOST_LAST_NAME = 60;
const MOST_FIRST_NAME = 35;

type Segment = readonly (string | number)[];

/**
 * An ASC X12N 837P file (005010X222A1) of claims to one payer. The student is the subscriber. Each claim has one
 * service line. Charges are whole cents above zero.
 * @param written the Pacific day `YYYY-MM-DD` and time `HH:mm` that the file bears
 */
export function claimFile837p(
  claims: readonly FiledClaim[],
  parties: ClaimParties,
  control: ControlNumbers,
  written: { day: string; time: string },
): string {
  const time = digits(written.time);
  const [submitter, receiver] = [x12Text(parties.submitter_id), x12Text(parties.receiver_id)];
  const transaction = String(control.transaction).padStart(9, '0');
  const interchange = String(control.interchange).padStart(9, '0');
  const body = [
    ['ST', '837', transaction, VERSION],
    ['BHT', '0019', '00', transaction, x12Day(written.day), time, 'CH'],
    ...partySegments(parties, submitter, receiver),
    ...subscriberSegments(claims, parties, control.transaction),
  ] satisfies Segment[];
  const segments: Segment[] = [
    [
      ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', submitter.padEnd(15)],
      ...['ZZ', receiver.padEnd(15), x12Day(written.day).slice(2), time, SEPARATORS.repetition, '00501'],
      ...[interchange, '0', 'P', SEPARATORS.component],
    ],
    ['GS', 'HC', submitter, receiver, x12Day(written.day), time, control.group, 'X', VERSION],
    ...body,
    // The count has ST and SE too.
    ['SE', body.length + 1, transaction],
    ['GE', 1, control.group],
    ['IEA', 1, interchange],
  ];
  return segments.map((elements) => elements.join(SEPARATORS.element) + SEPARATORS.segment).join('');
}

/** The submitter, the receiver, and the organization that bills. */
function partySegments(parties: ClaimParties, submitter: string, receiver: string): Segment[] {
  const organization = x12Text(parties.organization).slice(0, MOST_LAST_NAME);
  return [
    ['NM1', '41', '2', organization, '', '', '', '', '46', submitter],
    ['PER', 'IC', x12Text(parties.contact_name), 'TE', digits(parties.contact_phone)],
    ['NM1', '40', '2', x12Text(parties.receiver_name), '', '', '', '', '46', receiver],
    ['HL', '1', '', '20', '1'],
    ['NM1', '85', '2', organization, '', '', '', '', 'XX', parties.npi],
    ['N3', x12Text(parties.street)],
    ['N4', x12Text(parties.city), code(parties.state), digits(parties.zip)],
    ['REF', 'EI', digits(parties.tax_id)],
  ];
}

/** Each student with the payer and all of their claims. */
function subscriberSegments(claims: readonly FiledClaim[], parties: ClaimParties, batch: number): Segment[] {
  const students = new Map<string, { level: number; claims: [claim: FiledClaim, number: number][] }>();
  for (const [at, claim] of claims.entries()) {
    const known = students.get(claim.student) ?? { level: students.size + 2, claims: [] };
    known.claims.push([claim, at + 1]);
    students.set(claim.student, known);
  }
  return [...students.values()].flatMap(({ level, claims: own }) => [
    ...own.slice(0, 1).flatMap(([claim]): Segment[] => [
      ['HL', level, '1', '22', '0'],
      ['SBR', 'P', '18', '', '', '', '', '', '', 'ZZ'],
      [
        ...['NM1', 'IL', '1', x12Text(claim.last_name).slice(0, MOST_LAST_NAME)],
        ...[x12Text(claim.first_name).slice(0, MOST_FIRST_NAME), '', '', '', 'MI', x12Text(claim.member_id)],
      ],
      ['N3', x12Text(claim.address.street)],
      ['N4', x12Text(claim.address.city), code(claim.address.state), digits(claim.address.zip)],
      ['DMG', 'D8', x12Day(claim.date_of_birth), SEX_CODES[claim.sex]],
      [
        'NM1',
        'PR',
        '2',
        x12Text(parties.payer).slice(0, MOST_LAST_NAME),
        '',
        '',
        '',
        '',
        'PI',
        x12Text(parties.payer_id),
      ],
    ]),
    ...own.flatMap(([claim, number]) => claimSegments(claim, claimNumber(batch, number))),
  ]);
}

/** A claim, its diagnoses, who gave the session, and its service line. */
function claimSegments(claim: FiledClaim, number: string): Segment[] {
  const dx = claim.dx_codes.slice(0, MOST_DX).map(code);
  const provider = nameParts(claim.provider_name);
  const amount = x12Amount(claim.amount_cents);
  const taxonomy = code(claim.taxonomy_code);
  const joined = (...parts: (string | number)[]) => parts.join(SEPARATORS.component);
  return [
    ['CLM', number, amount, '', '', joined(claim.place_of_service, 'B', 1), 'Y', 'A', 'Y', 'Y'],
    ['HI', ...dx.map((one, at) => joined(at === 0 ? 'ABK' : 'ABF', one))],
    [
      ...['NM1', '82', '1', provider.last.slice(0, MOST_LAST_NAME)],
      ...[provider.first.slice(0, MOST_FIRST_NAME), '', '', '', 'XX', claim.npi],
    ],
    ...(taxonomy === '' ? [] : [['PRV', 'PE', 'PXC', taxonomy]]),
    ['LX', '1'],
    [
      ...['SV1', joined('HC', code(claim.cpt_code), ...claim.modifiers.map(code)), amount, 'UN', claim.units],
      ...['', '', joined(...dx.slice(0, MOST_POINTERS).map((_, at) => at + 1))],
    ],
    ['DTP', '472', 'D8', x12Day(claim.session_date)],
  ];
}
