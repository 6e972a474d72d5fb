import { type Area, EVERYONE, LISTED, OFFICE, STAFF } from './matrix-people.ts';

/** Lists. */
export const LISTS_AREA: Area[] = [
  {
    calls: ['goal-option.update', 'goal-option.delete'],
    kind: 'goal-option',
    may: STAFF,
    who: LISTED(STAFF),
  },
  {
    calls: ['plan-option.update', 'plan-option.delete'],
    kind: 'plan-option',
    may: STAFF,
    who: LISTED(STAFF),
  },
  {
    calls: ['soap-option.read-translations'],
    kind: 'goal-option',
    may: EVERYONE,
    who: LISTED(EVERYONE),
  },
  { calls: ['cpt-code.update', 'cpt-code.delete'], kind: 'cpt', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['dx-code.update', 'dx-code.delete'], kind: 'dx', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['service.update', 'service.delete'], kind: 'service', may: OFFICE, who: LISTED(OFFICE) },
  {
    calls: ['service-category.read'],
    kind: 'category',
    may: EVERYONE,
    who: LISTED(EVERYONE),
  },
  {
    calls: ['service-category.update', 'service-category.delete'],
    kind: 'category',
    may: OFFICE,
    who: LISTED(OFFICE),
  },
  // Its address names the category that it adds.
  { calls: ['service-category.create'], kind: 'category', may: OFFICE, who: LISTED(OFFICE), anyId: true },
  { calls: ['location.update', 'location.delete'], kind: 'location', may: OFFICE, who: LISTED(OFFICE) },
  { calls: ['region.update', 'region.delete'], kind: 'region', may: OFFICE, who: LISTED(OFFICE) },
  {
    calls: ['sub-region.update', 'sub-region.delete'],
    kind: 'sub-region',
    may: OFFICE,
    who: LISTED(OFFICE),
  },
  {
    calls: ['school-closure.update', 'school-closure.delete'],
    kind: 'closure',
    may: OFFICE,
    who: { one: OFFICE },
  },
  {
    calls: ['meal-policy.update', 'meal-policy.delete'],
    kind: 'meal-policy',
    may: OFFICE,
    who: { one: OFFICE },
  },
];
