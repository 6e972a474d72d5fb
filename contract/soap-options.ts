import { z } from 'zod';
import { text, uuid } from '#entities/fields.ts';
import { clinical_code, soap_option } from '#entities/soap-options.ts';
import { defineEndpoints } from './endpoint.ts';

export const SoapOption = soap_option.Row;
export type SoapOption = z.output<typeof SoapOption>;

export const SoapOptionBody = soap_option.Body;
export type SoapOptionBody = z.output<typeof SoapOptionBody>;

export const SoapOptionChanges = soap_option.Changes;
export type SoapOptionChanges = z.output<typeof SoapOptionChanges>;

export const ClinicalCode = clinical_code.Row;
export type ClinicalCode = z.output<typeof ClinicalCode>;

/** Which list it goes to says the address. */
export const ClinicalCodeBody = clinical_code.Body;
export type ClinicalCodeBody = z.output<typeof ClinicalCodeBody>;

export const ClinicalCodeChanges = clinical_code.Changes;
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
