import { z } from 'zod';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import { STUDENT_SEXES } from '#domain/students/student-file.ts';
import { ask, defineEntity } from './define-entity.ts';
import { day, text } from './fields.ts';

/**
 * What only the office keeps about a student, under the student's id. Name, school, client, and IEP dates are
 * on devices (`student`).
 */
export const student_account = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  setByServer: {},
  fields: {
    /** The student's number at the school district. */
    district_student_id: ask(text(60)),
    /** The person at the school who is responsible for the IEP. */
    case_manager: ask(text(100)),
    /** The insurance that pays, and the student's number there. */
    payer: ask(text(100)),
    member_id: ask(text(60)),
    /** What an insurance needs besides: the home address, in the United States, and the sex. Empty if not entered. */
    sex: ask(z.enum(STUDENT_SEXES, 'Choose one.')),
    street: ask(text(55)),
    city: ask(text(30)),
    state: ask(z.enum(['', ...LICENSE_STATES], 'Choose a state.')),
    zip: ask(text(10)),
    /** When the family signed the consent to services, and the release of information. */
    consent_date: ask(day.nullable()),
    release_date: ask(day.nullable()),
    /** Has services in the extended school year, in summer. */
    has_esy: ask(z.boolean()),
  },
});
