import type { LinkProps } from '@tanstack/react-router';
import type { Provider } from '#contract/catalog.ts';
import type { Student } from '#contract/student.ts';
import { mayUse, type Permission } from '#domain/access/permissions.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { HINT_SEPARATOR, type Namesake, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName } from '#domain/students/student-name.ts';
import { searchedText, wordsOf } from '#domain/text/search-words.ts';
import { ADMIN_AREAS } from '#screens/admin-areas.ts';
import { type MenuReader, menuParams, menuScreens } from './menu-entries.ts';

/** Something that the command palette opens. */
interface PaletteEntry {
  id: string;
  label: string;
  /** The group of a screen, that a person is archived, or what tells students of one name apart. */
  detail?: string;
  link: LinkProps;
  /** How the address of its screen begins; absent for what isn't a place. */
  path?: string;
}

/** A heading of the palette with its entries. */
export interface PaletteGroup {
  heading: 'Recent' | 'Students' | 'Providers' | 'Clients' | 'Actions' | 'Screens';
  entries: readonly PaletteEntry[];
}

type NamedStudent = Namesake & Pick<Student, 'archived'>;

/** People on this device, and what tells them apart. */
export interface PalettePeople {
  students: Iterable<NamedStudent>;
  providers: Iterable<Pick<Provider, 'id' | 'provider_first' | 'provider_last' | 'archived'>>;
  clients: readonly { id: string; name: string; active: 0 | 1 }[];
  schools: readonly { id: string; name: string }[];
}

/** The signed-in person, as the palette needs them. */
export interface PaletteReader extends MenuReader {
  user_id: string;
  provider_id: string | null;
  emp: string;
}

/** At most so many of each kind are listed; more typing narrows them. */
const MOST_PEOPLE = 6;
const MOST_RECENT = 6;

/** Whether every word begins a word of the text, regardless of case and accents. */
export function isFound(text: string, words: string): boolean {
  const starts = wordsOf(searchedText(words));
  const searched = searchedText(text);
  return starts.length === 0 ? words.trim() === '' : starts.every((start) => searched.includes(` ${start}`));
}

/** What the palette shows for these words; without any, where the person was, what they can do, and every screen. */
export function paletteGroups(
  reader: PaletteReader,
  people: PalettePeople,
  { words, recent, here }: { words: string; recent: readonly string[]; here: string },
): PaletteGroup[] {
  const groups = peopleGroups(reader, people);
  const screens = screenEntries(reader);
  const matching = (entries: readonly PaletteEntry[]) =>
    entries.filter(({ label, detail = '' }) => isFound(`${label} ${detail}`, words));
  const places = [...groups.flatMap(({ entries }) => entries), ...screens];
  return [
    ...(words.trim() === ''
      ? [{ heading: 'Recent' as const, entries: recentEntries(places, recent, here) }]
      : groups.map((group) => ({ ...group, entries: matching(group.entries).slice(0, MOST_PEOPLE) }))),
    { heading: 'Actions' as const, entries: matching(actionEntries(reader)) },
    { heading: 'Screens' as const, entries: matching(screens) },
  ].filter(({ entries }) => entries.length > 0);
}

const ARCHIVED = 'Archived';

/** Everyone whom the person can open, those who are archived last. */
function peopleGroups(reader: MenuReader, people: PalettePeople): PaletteGroup[] {
  const [students, archive] = [
    mayUse(reader, 'student.read-all') ? '/students' : '/my-students',
    mayUse(reader, 'student.read-archived'),
  ] as const;
  const isLast = ({ detail = '' }: PaletteEntry) => detail.split(HINT_SEPARATOR)[0] === ARCHIVED;
  const sorted = (entries: readonly PaletteEntry[]) =>
    entries.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.label.localeCompare(b.label));
  const entry = (
    id: string,
    label: string,
    isArchived: boolean,
    link: LinkProps,
    path: string,
    hints: readonly string[] = [],
  ) => {
    const detail = [...(isArchived ? [ARCHIVED] : []), ...hints].join(HINT_SEPARATOR);
    return { ...{ id, label, link, path }, ...(detail !== '' && { detail }) };
  };
  const known = [...people.students];
  const hints = namesakeHints(known, people);
  const found: PaletteGroup[] = [
    {
      heading: 'Students',
      entries: sorted(
        known.flatMap((one) => {
          if (one.archived && !archive) return [];
          const list = one.archived ? ('/archived/students' as const) : students;
          const link: LinkProps = { to: `${list}/info/$id`, params: { id: one.id } };
          const path = `${list}/info/${one.id}`;
          return entry(one.id, fullName(one), one.archived, link, path, hints.get(one.id));
        }),
      ),
    },
  ];
  if (mayUse(reader, 'provider.read')) {
    const entries = [...people.providers].flatMap((one) => {
      if (one.archived && !mayUse(reader, 'provider.read-archived')) return [];
      const link: LinkProps = { to: '/providers/info/$id', params: { id: one.id } };
      return entry(one.id, providerName(one), one.archived, link, `/providers/info/${one.id}`);
    });
    found.push({ heading: 'Providers', entries: sorted(entries) });
  }
  if (mayUse(reader, 'client.open')) {
    const entries = [...people.clients].flatMap(({ id, name, active }) => {
      if (active === 0 && !mayUse(reader, 'client.read-archived')) return [];
      const link: LinkProps = {
        to: '/clients/info/$id/$client_slug',
        params: { id, client_slug: clientSlug(name) },
      };
      return entry(id, name, active === 0, link, `/clients/info/${id}`);
    });
    found.push({ heading: 'Clients', entries: sorted(entries) });
  }
  return found;
}

/** Screens that other screens link to, and no menu. */
const LINKED_SCREENS = [
  { label: 'Close pay period', to: '/payroll/closing', detail: 'Payroll', permission: 'payroll.view' },
  { label: 'Extra pay', to: '/payroll/extra-pay', detail: 'Payroll', permission: 'payroll.view' },
  { label: 'Pay rates', to: '/payroll/pay-rates', detail: 'Payroll', permission: 'payroll.view' },
] as const satisfies readonly {
  to: LinkProps['to'];
  permission: Permission;
  [words: string]: string | undefined;
}[];

/** The screens of the menus and of Admin, and those that they link to. */
function screenEntries(reader: PaletteReader): PaletteEntry[] {
  const inMenus = menuScreens(reader).map(({ label, group, to }): PaletteEntry => {
    const place = to.includes('$') ? {} : { path: to };
    const link: LinkProps = { to, params: menuParams(reader) } as LinkProps;
    return { id: to, label, link, ...place, ...(group !== undefined && { detail: group }) };
  });
  const inAdmin = ADMIN_AREAS.filter(({ permission }) => mayUse(reader, permission)).map(
    ({ label, to }): PaletteEntry => ({ id: to, label, detail: 'Admin', link: { to }, path: to }),
  );
  const fromOthers = LINKED_SCREENS.filter(({ permission }) => mayUse(reader, permission)).map(
    ({ label, to, detail }): PaletteEntry => ({ id: to, label, detail, link: { to }, path: to }),
  );
  return [
    ...inMenus,
    { id: '/sync', label: 'Sync center', link: { to: '/sync' }, path: '/sync' },
    ...fromOthers,
    ...inAdmin,
  ];
}

/** Places that the person opened last, as far as they can still open them. */
function recentEntries(
  places: readonly PaletteEntry[],
  recent: readonly string[],
  here: string,
): PaletteEntry[] {
  const isAt = ({ path: place = '' }: PaletteEntry, path: string) =>
    path === place || (isRecord(place) && path.startsWith(`${place}/`));
  const found = recent
    .filter((path) => path !== here)
    .flatMap((path) => places.find((entry) => isAt(entry, path)) ?? []);
  return [...new Set(found)].slice(0, MOST_RECENT).map((entry) => ({ ...entry, id: `recent ${entry.id}` }));
}

/** The page of a record may have more in its address than its ID. */
function isRecord(path: string): boolean {
  return path.includes('/info/');
}

interface Action {
  label: string;
  permission: Permission;
  link: LinkProps;
  for?: (reader: PaletteReader) => boolean;
}

const ADDS = { adds: true } as const;
const deliversServices = ({ provider_id }: PaletteReader) => provider_id !== null;

const ACTIONS: readonly Action[] = [
  {
    ...{ label: 'Add session', permission: 'session.record', for: deliversServices },
    link: { to: '/my-sessions', search: { open: 'session' } },
  },
  {
    ...{ label: 'Add lunch', permission: 'lunch.record' },
    for: (reader) => deliversServices(reader) && recordsLunch(reader.emp),
    link: { to: '/my-sessions', search: { open: 'lunch' } },
  },
  {
    ...{ label: 'Add event', permission: 'calendar.record', for: deliversServices },
    link: { to: '/schedules/calendar/events/get/my_calendar', search: { open: 'new' } },
  },
  { label: 'Add student', permission: 'student.record', link: { to: '/students', state: ADDS } },
  { label: 'Add client', permission: 'client.record', link: { to: '/clients', state: ADDS } },
  { label: 'Add provider', permission: 'provider.record', link: { to: '/providers', state: ADDS } },
  { label: 'Invite user', permission: 'user.invite', link: { to: '/admin/users', state: ADDS } },
  { label: 'New message', permission: 'message.send', link: { to: '/admin/messages', state: ADDS } },
];

function actionEntries(reader: PaletteReader): PaletteEntry[] {
  return ACTIONS.filter(
    (action) => mayUse(reader, action.permission) && (action.for === undefined || action.for(reader)),
  ).map(({ label, link }) => ({ id: label, label, link }));
}
