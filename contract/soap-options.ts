import { z } from 'zod';
import { CODE_KINDS, FAMILY_LANGUAGES } from '#domain/students/student-file.ts';
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

/** A procedure (CPT) or a diagnosis (ICD-10-CM) that notes may name. */
export const ClinicalCode = z.object({
  id: uuid,
  kind: z.enum(CODE_KINDS),
  code: requiredText(20),
  description: text(500),
  service: uuid.nullable(),
  /** Of the demo; no real code list. */
  is_sample: z.boolean(),
  archived: z.boolean(),
  version,
});
export type ClinicalCode = z.output<typeof ClinicalCode>;
