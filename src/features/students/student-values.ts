import { StudentBody, type StudentFile } from '#contract/student.ts';
import type { FamilyLanguage, StudentSex } from '#domain/students/student-file.ts';
import { studentProblems } from '#domain/students/student-rules.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface StudentValues {
  first_name: string;
  last_name: string;
  grade: string;
  date_of_birth: string;
  home_language: FamilyLanguage;
  /** One in a line. */
  qualifications: string;
  client: string;
  location: string;
  iep_annual_date: string;
  iep_triennial_date: string;
  case_manager: string;
  district_student_id: string;
  consent_date: string;
  release_date: string;
  has_esy: boolean;
  payer: string;
  member_id: string;
  sex: StudentSex;
  street: string;
  city: string;
  state: StudentBody['state'];
  zip: string;
}

/** @param student null for a new one */
export function valuesOf(student: StudentFile | null): StudentValues {
  return {
    first_name: student?.first_name ?? '',
    last_name: student?.last_name ?? '',
    grade: student?.grade ?? '',
    date_of_birth: student?.date_of_birth ?? '',
    home_language: student?.home_language ?? 'en',
    qualifications: student?.qualifications.join('\n') ?? '',
    client: student?.client ?? '',
    location: student?.location ?? '',
    iep_annual_date: student?.iep_annual_date ?? '',
    iep_triennial_date: student?.iep_triennial_date ?? '',
    case_manager: student?.case_manager ?? '',
    district_student_id: student?.district_student_id ?? '',
    consent_date: student?.consent_date ?? '',
    release_date: student?.release_date ?? '',
    has_esy: student?.has_esy ?? false,
    payer: student?.payer ?? '',
    member_id: student?.member_id ?? '',
    sex: student?.sex ?? '',
    street: student?.street ?? '',
    city: student?.city ?? '',
    state: student?.state ?? '',
    zip: student?.zip ?? '',
  };
}

export function bodyOf(values: StudentValues, id: string): StudentBody {
  return {
    id,
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    grade: values.grade.trim(),
    date_of_birth: values.date_of_birth || null,
    home_language: values.home_language,
    qualifications: values.qualifications
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    client: values.client || null,
    location: values.location || null,
    iep_annual_date: values.iep_annual_date || null,
    iep_triennial_date: values.iep_triennial_date || null,
    case_manager: values.case_manager.trim(),
    district_student_id: values.district_student_id.trim(),
    consent_date: values.consent_date || null,
    release_date: values.release_date || null,
    has_esy: values.has_esy,
    payer: values.payer.trim(),
    member_id: values.member_id.trim(),
    ...{ sex: values.sex, street: values.street.trim(), city: values.city.trim(), state: values.state },
    zip: values.zip.trim(),
  };
}

/** The same rules that the server checks. */
export function problemsOf(values: StudentValues, today: string): Problems {
  const { id: _, ...body } = bodyOf(values, '');
  return { ...shapeProblems(StudentBody.omit({ id: true }), body), ...studentProblems(body, today) };
}
