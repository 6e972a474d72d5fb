import { z } from 'zod';
import { text, uuid } from '#entities/fields.ts';
import { clinical_code, soap_option } from '#entities/soap-options.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export const SoapOptionBody = soap_option.Body;
export type SoapOptionBody = z.output<typeof SoapOptionBody>;

/** Which list it goes to says the address. */
export const ClinicalCodeBody = clinical_code.Body;
export type ClinicalCodeBody = z.output<typeof ClinicalCodeBody>;

/** A file of codes as it was chosen; its rules are in the domain. */
const CODE_FILE_BYTES = 1_024 * 1_024;
const CodeFile = z.strictObject({ csv: text(900_000) });

/** What an import did: codes that are new, and codes that the list had and that now read otherwise. */
export const ImportedCodes = z.object({ added: z.int(), changed: z.int() });
export type ImportedCodes = z.output<typeof ImportedCodes>;

function optionCalls<const Name extends string>(name: Name, path: string, bank: string) {
  return listCalls(name, soap_option, {
    path,
    may: { read: 'soap-option.read', record: 'soap-option.record' },
    summary: {
      list: `The ${bank}, including archived entries`,
      create: `Add to the ${bank}`,
      update: `Change or archive an entry of the ${bank}`,
      delete: `Delete an entry of the ${bank}`,
    },
  });
}

function codeCalls<const Name extends string>(name: Name, path: string, codes: string) {
  return listCalls(name, clinical_code, {
    path,
    may: { read: 'soap-option.read', record: 'clinical-code.record' },
    summary: {
      list: `${codes}, including archived ones`,
      create: `Add to the ${codes}`,
      update: `Change or archive one of the ${codes}`,
      delete: `Delete one of the ${codes}`,
    },
  });
}

const importing = {
  method: 'POST',
  policy: 'clinical-code.record',
  bodyLimit: CODE_FILE_BYTES,
  body: CodeFile,
  reply: ImportedCodes,
} as const;

export const soapOptionEndpoints = defineEndpoints({
  ...optionCalls('goal-option', '/api/soap-notes/goal-options/', 'goal bank'),
  ...optionCalls('plan-option', '/api/soap-notes/plan-options/', 'plan bank'),
  'soap-option.read-translations': {
    method: 'GET',
    path: '/api/soap-notes/translations/{id}/',
    summary: 'One bank entry with its translations for families',
    policy: 'soap-option.read',
    params: z.strictObject({ id: uuid }),
    reply: soap_option.Row.pick({ id: true, option_text: true, translations: true }),
  },
  ...codeCalls('cpt-code', '/api/soap-notes/cpt-codes/', 'CPT codes'),
  'cpt-code.import': {
    ...importing,
    path: '/api/soap-notes/cpt-codes/import/',
    summary: 'Import a file of CPT codes, all lines or none',
  },
  ...codeCalls('dx-code', '/api/soap-notes/dx-codes/', 'DX codes'),
  'dx-code.import': {
    ...importing,
    path: '/api/soap-notes/dx-codes/import/',
    summary: 'Import a file of DX codes, all lines or none',
  },
});
