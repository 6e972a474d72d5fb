import { useMemo } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import type { Rate } from '#contract/rates.ts';
import { RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { HINT_SEPARATOR } from '#domain/students/namesakes.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useNamesakeHints } from '#screens/device/namesake-hints.ts';
import { namesById } from '#screens/device/record-names.ts';
import type { RateChoices } from './rate-form.tsx';

export interface SubjectNames {
  service: (id: string) => string;
  /** "Maya Reyes", "Every client"; with a hint where students share the name */
  appliesTo: (rate: Rate) => string;
  /** "Speech-Language Therapy, group, Redbark Valley" */
  subject: (rate: Rate) => string;
}

/**
 * @param client whose rates are shown; null for those of regions and services
 */
export function useSubjectNames(client: ClientFile | null, choices: RateChoices | undefined): SubjectNames {
  const lookups = useLookups();
  const hints = useNamesakeHints((choices?.students ?? []).map(({ id }) => id));
  return useMemo(() => {
    const services = namesById([...(choices?.services ?? []), ...(lookups?.services ?? [])]);
    const regions = namesById([...(choices?.regions ?? []), ...(client?.region_list ?? [])]);
    const students = new Map(
      (choices?.students ?? []).map(({ id, first_name, last_name }) => [
        id,
        [`${first_name} ${last_name}`, ...(hints.get(id) ?? [])].join(HINT_SEPARATOR),
      ]),
    );
    const service = (id: string) => services.get(id) ?? 'Unknown service';
    const who = (rate: Rate) => {
      if (rate.level === 'student') return students.get(rate.student ?? '') ?? 'A former student';
      if (rate.level === 'region') return regions.get(rate.region ?? '') ?? RATE_LEVEL_LABELS.region;
      return rate.level === 'client' ? (client?.name ?? RATE_LEVEL_LABELS.client) : RATE_LEVEL_LABELS.service;
    };
    return {
      service,
      appliesTo: who,
      subject: (rate) =>
        [
          service(rate.service),
          ...(rate.setting === null ? [] : [SETTING_LABELS[rate.setting].toLowerCase()]),
          rate.level === 'service' ? who(rate).toLowerCase() : who(rate),
        ].join(', '),
    };
  }, [client, choices, lookups, hints]);
}
