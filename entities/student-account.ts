import { z } from 'zod';
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
    /** When the family signed the consent to services, and the release of information. */
    consent_date: ask(day.nullable()),
    release_date: ask(day.nullable()),
    /** Has services in the extended school year, in summer. */
    has_esy: ask(z.boolean()),
  },
});
