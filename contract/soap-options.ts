import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { clinical_code, soap_option } from '#entities/soap-options.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export const SoapOptionBody = soap_option.Body;
export type SoapOptionBody = z.output<typeof SoapOptionBody>;

/** Which list it goes to says the address. */
export const ClinicalCodeBody = clinical_code.Body;
export type ClinicalCodeBody = z.output<typeof ClinicalCodeBody>;

/** The most codes of one import call, and the most bytes of its body. A longer file takes several calls. */
export const CODES_PER_CALL = 2_000;
export const CODE_BATCH_BYTES = 1_024 * 1_024;
const CodeBatch = z.strictObject({
  codes: z
    .array(
      clinical_code.Body.pick({ code: true, description: true, service: true }).partial({ service: true }),
    )
    .min(1)
    .max(CODES_PER_CALL),
});

/** What an import does to the list: codes that it adds, codes that it changes, and codes that are there as sent. */
export const ImportedCodes = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() });
export type ImportedCodes = z.output<typeof ImportedCodes>;

/** What an import would do, with each code that it adds (`before` is null) or changes. */
const ComparedCodes = ImportedCodes.extend({
  changes: z.array(
    z.object({
      code: z.string(),
      before: clinical_code.Row.pick({
        ...{ description: true, service: true, is_sample: true, archived: true },
      }).nullable(),
    }),
  ),
});
export type ComparedCodes = z.output<typeof ComparedCodes>;

function optionCalls<const Name extends string>(name: Name, path: string, one: string) {
  return listCalls(name, soap_option, {
    path,
    may: { read: 'soap-option.read', record: 'soap-option.record' },
    words: [one, `${one}s`],
  });
}

function codeCalls<const Name extends string>(name: Name, path: string, one: string) {
  return listCalls(name, clinical_code, {
    path,
    may: { read: 'soap-option.read', record: 'clinical-code.record' },
    words: [one, `${one}s`],
  });
}

const importing = {
  method: 'POST',
  policy: 'clinical-code.record',
  bodyLimit: CODE_BATCH_BYTES,
  body: CodeBatch,
  reply: ImportedCodes,
} as const;

export const soapOptionEndpoints = defineEndpoints({
  ...optionCalls('goal-option', '/api/soap-notes/goal-options/', 'goal template'),
  ...optionCalls('plan-option', '/api/soap-notes/plan-options/', 'plan template'),
  'soap-option.read-translations': {
    method: 'GET',
    path: '/api/soap-notes/translations/{id}/',
    summary: 'One bank entry with its translations for families',
    policy: 'soap-option.read',
    params: z.strictObject({ id: uuid }),
    reply: soap_option.Row.pick({ id: true, option_text: true, translations: true }),
  },
  ...codeCalls('cpt-code', '/api/soap-notes/cpt-codes/', 'CPT code'),
  'cpt-code.compare': {
    ...importing,
    reply: ComparedCodes,
    path: '/api/soap-notes/cpt-codes/compare/',
    summary: 'Preview what importing a batch of CPT codes would do',
  },
  'cpt-code.import': {
    ...importing,
    path: '/api/soap-notes/cpt-codes/import/',
    summary: 'Add and change a batch of CPT codes, all or none',
  },
  ...codeCalls('dx-code', '/api/soap-notes/dx-codes/', 'DX code'),
  'dx-code.compare': {
    ...importing,
    reply: ComparedCodes,
    path: '/api/soap-notes/dx-codes/compare/',
    summary: 'Preview what importing a batch of DX codes would do',
  },
  'dx-code.import': {
    ...importing,
    path: '/api/soap-notes/dx-codes/import/',
    summary: 'Add and change a batch of DX codes, all or none',
  },
});
