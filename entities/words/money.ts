import { fiscalYearText } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import type { EntityWords } from './entity-words.ts';
import { client, coded, money, plain, region, type Say, service, student } from './say.ts';

const year: Say<number> = (value, names) =>
  typeof value === 'number' ? fiscalYearText(value) : plain(value, names);
const level = coded({ student: 'Student', client: 'Client', region: 'Region', service: 'Service default' });

export const rate: EntityWords<'rate'> = {
  one: 'rate',
  title: (row) => [
    [service, row.service],
    [student, row.student],
    [client, row.client],
    [region, row.region],
    [year, row.start_year],
  ],
  fields: {
    level: { label: 'Applies to', say: level },
    service: { label: 'Service', say: service },
    student: { label: 'Student', say: student },
    client: { label: 'Client', say: client },
    region: { label: 'Region', say: region },
    setting: { label: 'Setting', say: coded(SETTING_LABELS) },
    start_year: { label: 'Fiscal year', say: year },
    amount_cents: { label: 'Hourly rate', say: money },
    is_draft: 'Draft',
  },
};
