import { z } from 'zod';
import { lookupWords } from '#domain/students/code-words.ts';
import { CODE_KINDS, FAMILY_LANGUAGES } from '#domain/students/student-file.ts';
import { searchedText } from '#domain/text/search-words.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { requiredText, text, uuid } from './fields.ts';
import { no } from './server-fields.ts';

/** An entry of the organization's bank of goals, or of plans. */
export const soap_option = defineEntity({
  reach: 'everybody',
  clear: [],
  once: {},
  fields: {
    option_text: ask(requiredText(2_000)),
    /** Of this service alone; of all where nothing. */
    service: ask(uuid.nullable()),
    /** The text in a family's language, by language tag. */
    translations: ask(z.partialRecord(z.enum(FAMILY_LANGUAGES), text(4_000))),
    archived: ask(z.boolean()),
  },
  setByServer: {},
});

/** A procedure (CPT) or a diagnosis (ICD-10-CM) that notes may name. */
export const clinical_code = defineEntity({
  reach: 'everybody',
  // Lists are too long to be decrypted for each search. A code and the words of its description name no one.
  clear: ({ kind, code, description, service, archived }) => ({
    listed: `${kind}|${code}`,
    words: lookupWords(`${description}`).map((word) => `${kind}|${word}`),
    searched: searchedText(`${code} ${description}`),
    of_service: service ?? '',
    is_archived: archived ? '1' : '0',
  }),
  once: {},
  fields: {
    code: ask(requiredText(20)),
    description: ask(text(500)),
    service: ask(uuid.nullable()),
    archived: ask(z.boolean()),
  },
  setByServer: {
    /** Which list it goes to says the address. */
    kind: setByServer(z.enum(CODE_KINDS)),
    /** Of the demo; no real code list. */
    is_sample: no,
  },
});
