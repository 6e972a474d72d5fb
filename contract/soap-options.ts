import { z } from 'zod';
import { CODE_KINDS, FAMILY_LANGUAGES } from '#domain/students/student-file.ts';
import { defineEndpoints } from './endpoint.ts';
import { requiredText, text, uuid, version } from './fields.ts';

const option = {
  option_text: requiredText(2_000),
  /** Of this service alone; of all where nothing. */
  service: uuid.nullable(),
  /** The text in a family's language, by language tag. */
  translations: z.partialRecord(z.enum(FAMILY_LANGUAGES), text(4_000)),
  archived: z.boolean(),
};

/** An entry of the organisation's bank of goals, or of plans. */
export const SoapOption = z.object({ id: uuid, ...option, version });
export type SoapOption = z.output<typeof SoapOption>;

export const SoapOptionBody = z.strictObject({ id: uuid, ...option });
export type SoapOptionBody = z.output<typeof SoapOptionBody>;

export const SoapOptionChanges = z.strictObject(option).partial();
export type SoapOptionChanges = z.output<typeof SoapOptionChanges>;

const entry = {
  code: requiredText(20),
  description: text(500),
  service: uuid.nullable(),
  archived: z.boolean(),
};

/** A procedure (CPT) or a diagnosis (ICD-10-CM) that notes may name. */
export const ClinicalCode = z.object({
  id: uuid,
  kind: z.enum(CODE_KINDS),
  ...entry,
  /** Of the demo; no real code list. */
  is_sample: z.boolean(),
  version,
});
export type ClinicalCode = z.output<typeof ClinicalCode>;

/** Which list it goes to says the address. */
export const ClinicalCodeBody = z.strictObject({ id: uuid, ...entry });
export type ClinicalCodeBody = z.output<typeof ClinicalCodeBody>;

export const ClinicalCodeChanges = z.strictObject(entry).partial();
export type ClinicalCodeChanges = z.output<typeof ClinicalCodeChanges>;

/** A file of codes as it was chosen; its rules are in the domain. */
const CODE_FILE_BYTES = 1_024 * 1_024;
const CodeFile = z.strictObject({ csv: text(900_000) });

/** What an import did: codes that are new, and codes that the list had and that now read otherwise. */
export const ImportedCodes = z.object({ added: z.int(), changed: z.int() });
export type ImportedCodes = z.output<typeof ImportedCodes>;

const params = z.strictObject({ id: uuid });

export const soapOptionEndpoints = defineEndpoints({
  'goal-option.list': {
    method: 'GET',
    path: '/api/soap-notes/goal-options/',
    summary: 'The bank of goals, archived ones too',
    policy: 'soap-option.read',
    reply: z.array(SoapOption),
  },
  'goal-option.create': {
    method: 'POST',
    path: '/api/soap-notes/goal-options/',
    summary: 'Add to the bank of goals',
    policy: 'soap-option.record',
    body: SoapOptionBody,
    reply: SoapOption,
    status: 201,
  },
  'goal-option.update': {
    method: 'PUT',
    path: '/api/soap-notes/goal-options/{id}/',
    summary: 'Change or archive an entry of the bank of goals',
    policy: 'soap-option.record',
    params,
    body: SoapOptionChanges,
    reply: SoapOption,
  },
  'goal-option.delete': {
    method: 'DELETE',
    path: '/api/soap-notes/goal-options/{id}/',
    summary: 'Delete an entry of the bank of goals',
    policy: 'soap-option.record',
    params,
  },
  'plan-option.list': {
    method: 'GET',
    path: '/api/soap-notes/plan-options/',
    summary: 'The bank of plans, archived ones too',
    policy: 'soap-option.read',
    reply: z.array(SoapOption),
  },
  'plan-option.create': {
    method: 'POST',
    path: '/api/soap-notes/plan-options/',
    summary: 'Add to the bank of plans',
    policy: 'soap-option.record',
    body: SoapOptionBody,
    reply: SoapOption,
    status: 201,
  },
  'plan-option.update': {
    method: 'PUT',
    path: '/api/soap-notes/plan-options/{id}/',
    summary: 'Change or archive an entry of the bank of plans',
    policy: 'soap-option.record',
    params,
    body: SoapOptionChanges,
    reply: SoapOption,
  },
  'plan-option.delete': {
    method: 'DELETE',
    path: '/api/soap-notes/plan-options/{id}/',
    summary: 'Delete an entry of the bank of plans',
    policy: 'soap-option.record',
    params,
  },
  'soap-option.read-translations': {
    method: 'GET',
    path: '/api/soap-notes/translations/{id}/',
    summary: 'One entry of the bank in the languages of families',
    policy: 'soap-option.read',
    params,
    reply: SoapOption.pick({ id: true, option_text: true, translations: true }),
  },
  'cpt-code.list': {
    method: 'GET',
    path: '/api/soap-notes/cpt-codes/',
    summary: 'CPT codes, archived ones too',
    policy: 'soap-option.read',
    reply: z.array(ClinicalCode),
  },
  'cpt-code.create': {
    method: 'POST',
    path: '/api/soap-notes/cpt-codes/',
    summary: 'Add to the CPT codes',
    policy: 'clinical-code.record',
    body: ClinicalCodeBody,
    reply: ClinicalCode,
    status: 201,
  },
  'cpt-code.import': {
    method: 'POST',
    path: '/api/soap-notes/cpt-codes/import/',
    summary: 'Add a file of CPT codes, all its lines or none',
    policy: 'clinical-code.record',
    bodyLimit: CODE_FILE_BYTES,
    body: CodeFile,
    reply: ImportedCodes,
  },
  'cpt-code.update': {
    method: 'PUT',
    path: '/api/soap-notes/cpt-codes/{id}/',
    summary: 'Change or archive one of the CPT codes',
    policy: 'clinical-code.record',
    params,
    body: ClinicalCodeChanges,
    reply: ClinicalCode,
  },
  'cpt-code.delete': {
    method: 'DELETE',
    path: '/api/soap-notes/cpt-codes/{id}/',
    summary: 'Delete one of the CPT codes',
    policy: 'clinical-code.record',
    params,
  },
  'dx-code.list': {
    method: 'GET',
    path: '/api/soap-notes/dx-codes/',
    summary: 'DX codes, archived ones too',
    policy: 'soap-option.read',
    reply: z.array(ClinicalCode),
  },
  'dx-code.create': {
    method: 'POST',
    path: '/api/soap-notes/dx-codes/',
    summary: 'Add to the DX codes',
    policy: 'clinical-code.record',
    body: ClinicalCodeBody,
    reply: ClinicalCode,
    status: 201,
  },
  'dx-code.import': {
    method: 'POST',
    path: '/api/soap-notes/dx-codes/import/',
    summary: 'Add a file of DX codes, all its lines or none',
    policy: 'clinical-code.record',
    bodyLimit: CODE_FILE_BYTES,
    body: CodeFile,
    reply: ImportedCodes,
  },
  'dx-code.update': {
    method: 'PUT',
    path: '/api/soap-notes/dx-codes/{id}/',
    summary: 'Change or archive one of the DX codes',
    policy: 'clinical-code.record',
    params,
    body: ClinicalCodeChanges,
    reply: ClinicalCode,
  },
  'dx-code.delete': {
    method: 'DELETE',
    path: '/api/soap-notes/dx-codes/{id}/',
    summary: 'Delete one of the DX codes',
    policy: 'clinical-code.record',
    params,
  },
});
