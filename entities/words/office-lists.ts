import type { EntityWords } from './entity-words.ts';
import { plain, region as regionName } from './say.ts';

export const service_category: EntityWords<'service_category'> = {
  one: 'service category',
  short: 'category',
  title: (row) => [[plain, row.name]],
  fields: { name: 'Name', archived: 'Archived' },
};

export const region: EntityWords<'region'> = {
  one: 'region',
  title: (row) => [
    [plain, row.name],
    [plain, row.region_number],
  ],
  fields: { name: 'Name', region_number: 'Region number', archived: 'Archived' },
};

export const sub_region: EntityWords<'sub_region'> = {
  one: 'sub-region',
  title: (row) => [
    [plain, row.name],
    [regionName, row.region],
  ],
  fields: { region: { label: 'Region', say: regionName }, name: 'Name', archived: 'Archived' },
};
