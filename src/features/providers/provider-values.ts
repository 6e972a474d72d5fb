import { ProviderBody, type ProviderChanges, type ProviderFile } from '#contract/providers.ts';
import { type EmploymentType, employmentType } from '#domain/access/employment.ts';
import { ROLES } from '#domain/access/roles.ts';
import { PROVIDER_ROLES, type ProviderRole, providerProblems } from '#domain/providers/provider-rules.ts';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import type { CredentialRecord } from '#entities/provider-account.ts';
import type { Problems } from '#screens/form/problems.ts';

/** A credential as its fields hold it. */
export interface CredentialValues extends Omit<CredentialRecord, 'expires_on'> {
  /** Empty if it has no date. */
  expires_on: string;
}

/** What the form holds: what is not chosen or entered is empty. */
export interface ProviderValues {
  provider_first: string;
  provider_last: string;
  credentials: string;
  username: string;
  email: string;
  phone: string;
  role: ProviderRole | '';
  emp: EmploymentType | '';
  services: string[];
  supervisors: string[];
  supervisees: string[];
  needs_co_sign: boolean;
  max_caseload: string;
  availability: string;
  time_off: string;
  npi: string;
  license_number: string;
  license_state: string;
  taxonomy_code: string;
  credential_records: CredentialValues[];
  payroll_id: string;
  hired_on: string;
  left_on: string;
}

/** @param provider null for a new one */
export function valuesOf(provider: ProviderFile | null): ProviderValues {
  return {
    provider_first: provider?.provider_first ?? '',
    provider_last: provider?.provider_last ?? '',
    credentials: provider?.credentials ?? '',
    username: provider?.username ?? '',
    email: provider?.email ?? '',
    phone: provider?.phone ?? '',
    role: provider === null ? ROLES.provider : (providerRole(provider.role) ?? ''),
    emp: provider === null ? '' : (employmentType(provider.emp) ?? ''),
    services: provider?.services ?? [],
    supervisors: provider?.supervisors ?? [],
    supervisees: provider?.supervisee_list.map(({ id }) => id) ?? [],
    needs_co_sign: provider?.needs_co_sign ?? false,
    max_caseload: provider?.max_caseload?.toString() ?? '',
    availability: provider?.availability ?? '',
    time_off: provider?.time_off ?? '',
    npi: provider?.npi ?? '',
    license_number: provider?.license_number ?? '',
    license_state: provider?.license_state ?? '',
    taxonomy_code: provider?.taxonomy_code ?? '',
    credential_records: (provider?.credential_records ?? []).map((one) => ({
      ...{ ...one, expires_on: one.expires_on ?? '' },
    })),
    payroll_id: provider?.payroll_id ?? '',
    hired_on: provider?.hired_on ?? '',
    left_on: provider?.left_on ?? '',
  };
}

export function providerRole(code: string): ProviderRole | null {
  return PROVIDER_ROLES.find((known) => known === code) ?? null;
}

/** What is sent; a role or employment type that isn't chosen is refused by the contract. */
export function bodyOf(values: ProviderValues, id: string): ProviderBody {
  const state = LICENSE_STATES.find((known) => known === values.license_state) ?? '';
  const caseload = values.max_caseload.trim();
  return {
    id,
    provider_first: values.provider_first.trim(),
    provider_last: values.provider_last.trim(),
    credentials: values.credentials.trim(),
    username: values.username.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    role: values.role as ProviderRole,
    emp: values.emp as EmploymentType,
    services: values.services,
    supervisors: values.supervisors,
    supervisees: values.supervisees,
    needs_co_sign: values.needs_co_sign,
    max_caseload: caseload === '' ? null : Number(caseload),
    availability: values.availability.trim(),
    time_off: values.time_off.trim(),
    npi: values.npi.trim(),
    license_number: values.license_number.trim(),
    license_state: state,
    taxonomy_code: values.taxonomy_code.trim().toUpperCase(),
    credential_records: values.credential_records.map(({ name, number, expires_on }) => ({
      ...{ name: name.trim(), number: number.trim(), expires_on: expires_on || null },
    })),
    payroll_id: values.payroll_id.trim(),
    hired_on: values.hired_on || null,
    left_on: values.left_on || null,
  };
}

/** The fields of an edit; the role only from people who may change it. */
export function changesIn({ id: _, role, ...body }: ProviderBody, maySetRole: boolean): ProviderChanges {
  return maySetRole ? { ...body, role } : body;
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: ProviderValues, id: string, maySetRole: boolean): Problems {
  const body = bodyOf(values, id);
  const problems: Record<string, string> = { ...providerProblems(body) };
  const { error } = ProviderBody.safeParse(body);
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0]);
    if (field === 'role' && !maySetRole) continue;
    problems[field] ??= field === 'credential_records' ? 'Check the names and dates of these.' : message;
  }
  return problems;
}
