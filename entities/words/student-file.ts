import {
  AUTHORIZED_PER_LABELS,
  LANGUAGE_LABELS,
  RELATIONSHIP_LABELS,
  SEX_LABELS,
} from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import type { EntityWords } from './entity-words.ts';
import {
  beginning,
  client,
  coded,
  day,
  each,
  instant,
  linked,
  location,
  minutes,
  person,
  plain,
  type Say,
  service,
  shortStudent,
  size,
  student as studentName,
} from './say.ts';
import { captured, provider } from './shared-fields.ts';

const ofStudent = { label: 'Student', say: studentName };

/** "Alma Rivera", as far as a row has both names. */
const nameOf: Say = (row) => {
  const { first_name = '', last_name = '' }: Record<string, unknown> = Object(row);
  return fullName({ first_name: String(first_name), last_name: String(last_name) });
};

export const student: EntityWords<'student'> = {
  one: 'student',
  title: (row) => [[nameOf, row]],
  fields: {
    first_name: 'First name',
    last_name: 'Last name',
    grade: 'Grade',
    date_of_birth: { label: 'Date of birth', say: day },
    home_language: { label: 'Home language', say: coded(LANGUAGE_LABELS) },
    qualifications: { label: 'Qualifications', say: each(plain) },
    client: { label: 'Client', say: client },
    location: { label: 'School', say: location },
    iep_annual_date: { label: 'Annual IEP review', say: day },
    iep_triennial_date: { label: 'Triennial IEP review', say: day },
    services: { label: 'Services', say: each(service) },
    providers: { label: 'Providers', say: each(person) },
    merged_into: { label: 'Merged into', say: studentName },
    archived: 'Archived',
    archived_on: { label: 'Archived on', say: day },
  },
};

export const student_account: EntityWords<'student_account'> = {
  one: 'student details',
  short: 'student',
  title: (row) => [[studentName, row.id]],
  fields: {
    district_student_id: 'District student ID',
    case_manager: 'Case manager',
    payer: 'Payer',
    member_id: 'Member ID',
    sex: { label: 'Sex', say: coded(SEX_LABELS) },
    street: 'Street',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    consent_date: { label: 'Consent signed', say: day },
    release_date: { label: 'Release of information signed', say: day },
    has_esy: 'Extended school year',
  },
};

export const student_service: EntityWords<'student_service'> = {
  one: 'assigned service',
  title: (row) => [
    [shortStudent, row.student],
    [service, row.service],
  ],
  fields: {
    student: ofStudent,
    service: { label: 'Service', say: service },
    provider,
    provider_name: 'Provider name',
    authorised_minutes: { label: 'Authorized minutes', say: minutes },
    authorised_per: { label: 'Per', say: coded(AUTHORIZED_PER_LABELS) },
    start_date: { label: 'Start date', say: day },
    end_date: { label: 'End date', say: day },
  },
};

export const parent: EntityWords<'parent'> = {
  one: 'parent',
  title: (row) => [
    [shortStudent, row.student],
    [nameOf, row],
  ],
  fields: {
    student: ofStudent,
    first_name: 'First name',
    last_name: 'Last name',
    relationship: { label: 'Relationship', say: coded(RELATIONSHIP_LABELS) },
    language: { label: 'Language', say: coded(LANGUAGE_LABELS) },
    phone: 'Phone',
    email: 'Email',
    is_primary: 'Primary contact',
  },
};

export const student_note: EntityWords<'student_note'> = {
  one: 'student note',
  short: 'note',
  title: (row) => [
    [shortStudent, row.student],
    [day, row.note_date],
  ],
  fields: {
    student: ofStudent,
    note_date: { label: 'Date', say: day },
    note: 'Note',
    provider,
    provider_name: 'Provider name',
    captured_at: captured.captured_at,
    received_at: captured.received_at,
  },
};

export const attachment: EntityWords<'attachment'> = {
  one: 'attachment',
  title: (row) => [
    [plain, row.file_name],
    [shortStudent, row.student],
  ],
  fields: {
    student: ofStudent,
    soap_note: { label: 'In a SOAP note', say: linked },
    file_name: 'File name',
    content_type: 'Kind of file',
    size: { label: 'Size', say: size },
    sha256: 'Checksum (SHA-256)',
    is_complete: 'Fully uploaded',
    uploaded_by: { label: 'Uploaded by', say: person },
    uploaded_by_name: 'Uploader',
    captured_at: { label: 'Entered (device time)', say: instant },
    received_at: { label: 'Received by server', say: instant },
  },
};

export const goal: EntityWords<'goal'> = {
  one: 'goal',
  title: (row) => [
    [shortStudent, row.student],
    [beginning, row.goal_text],
  ],
  fields: {
    student: ofStudent,
    service: { label: 'Service', say: service },
    goal_option: { label: 'From the goal bank', say: linked },
    goal_text: 'Goal',
    baseline: 'Baseline',
    target: 'Target',
    criterion: 'Criterion',
    start_date: { label: 'Start date', say: day },
    target_date: { label: 'Target date', say: day },
    archived: 'Archived',
    ...captured,
  },
};
