import type { ImportKind } from './import-kinds.ts';

interface KindWords {
  one: string;
  many: string;
  /** What the file holds, and what is worth knowing before it is imported. */
  about: string;
}

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  category: {
    one: 'service category',
    many: 'service categories',
    about: "What your services are grouped by. Matched by name; existing ones don't change.",
  },
  service: {
    one: 'service',
    many: 'services',
    about: 'What your providers deliver. Missing categories are added.',
  },
  region: {
    one: 'region',
    many: 'regions',
    about: 'Parts of the state that clients are in, with their numbers. Matched by name.',
  },
  'sub-region': {
    one: 'sub-region',
    many: 'sub-regions',
    about: "Parts of a region, which is named or numbered and has to exist. Existing ones don't change.",
  },
  client: {
    one: 'client',
    many: 'clients',
    about: 'Districts, schools, and families you bill. A district can be in the same file.',
  },
  school: {
    one: 'school',
    many: 'schools',
    about: "Your clients' schools and other places, such as a clinic. Existing ones don't change.",
  },
  student: {
    one: 'student',
    many: 'students',
    about: 'Matched by district student ID, or by name, birth date, and client.',
  },
  guardian: {
    one: 'guardian',
    many: 'guardians',
    about: 'Parents and guardians, one line for each person and student.',
  },
  provider: {
    one: 'provider',
    many: 'providers',
    about: "Matched by email address. No emails are sent. Invite people in Users when you're ready.",
  },
  assignment: {
    one: 'assigned service',
    many: 'assigned services',
    about:
      'Which services a student gets, from whom, and how many minutes are authorized. Providers get no notifications.',
  },
  rate: {
    one: 'rate',
    many: 'rates',
    about: 'Hourly billing rates: for a student, a client and setting, a region, or every client.',
  },
  session: {
    one: 'past session',
    many: 'past sessions',
    about:
      "History from your previous system. It's already approved, doesn't need notes or makeups, and is never paid or billed.",
  },
  'goal-option': {
    one: 'goal template',
    many: 'goal templates',
    about: 'The goals that providers copy for their students. Matched by text and service.',
  },
  'plan-option': {
    one: 'plan template',
    many: 'plan templates',
    about: 'The plans that notes copy. Matched by text and service.',
  },
  'extra-pay': {
    one: 'extra pay entry',
    many: 'extra pay',
    about:
      "Miles and paid time off of a pay period. Without a rate, the one recorded in Pay rates is used. What's already there isn't added again.",
  },
};
