import { Users } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { UserFile } from '#contract/users.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { sendInvitations } from './send-invitations.ts';
import { USER_FILTERS, USER_STATES, type UserState } from './user-search.ts';
import {
  employmentWords,
  grantWords,
  isShownAs,
  lastLoginWords,
  namedGrants,
  roleWords,
  STATE_LABELS,
  secondFactorWords,
  stateOf,
} from './user-words.ts';

const label = (field: string) => fieldLabel('user', field);
const LOOKS = { active: 'success', locked: 'destructive', invited: 'warning' } as const;

/** Until when an invitation can be accepted; empty for who has none. */
function untilWords({ invitation }: UserFile): string {
  const until = invitation?.expires_at ?? null;
  return until === null ? '' : `Until ${displayDay(pacificDay(until))}`;
}

/** The email address, with the user name if the address doesn't begin with it. A long one breaks before a "." or the "@". */
function loginWords({ name, username, email }: UserFile): ReactNode {
  const isOther = name !== username && !email.startsWith(`${username}@`);
  return (
    <>
      {isOther && `${username} · `}
      {email.split(/(?=[@.])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may repeat a part
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** Everyone who has an account. */
export const users = defineReport(USER_FILTERS, {
  id: 'users',
  title: 'Users',
  label: 'Users',
  rows: fromServer({
    name: 'users',
    ask: (api) => api.call('user.list'),
    rows: (answer: readonly UserFile[]) => answer,
  }),
  rowId: ({ id }) => id,
  // Of two people with one name, the address tells who gets the email.
  rowName: ({ name, email }) => `${name} (${email})`,
  actions: [sendInvitations],
  opens: ({ id }) => id,
  rowHeight: 60,
  tightRowHeight: 76,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Name, user name, or email',
      words: (user) => `${user.name} ${user.username} ${user.email}`,
    },
    role: {
      label: label('role'),
      choices: () => Object.values(ROLES).map((id) => ({ id, name: roleLabel(id) })),
      matches: ({ role }, id) => role === id,
    },
    grant: {
      label: 'Grant',
      choices: () => namedGrants,
      matches: ({ grants }, id) => grants.includes(id),
    },
    status: {
      label: 'Status',
      initial: 'active',
      choices: () => USER_STATES.map((id) => ({ id, name: STATE_LABELS[id] })),
      matches: (user, state) => isShownAs(user, state as UserState),
    },
  },
  sort: { id: 'name', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'user'),
  columns: [
    {
      ...{ id: 'name', header: 'Name' },
      value: ({ name }) => name,
      cell: (user) => (
        <TwoLines first={<span className="font-medium">{user.name}</span>} second={loginWords(user)} />
      ),
    },
    { id: 'username', header: label('username'), only: 'file', value: ({ username }) => username },
    { id: 'email', header: label('email'), only: 'file', value: ({ email }) => email },
    { ...{ id: 'role', header: label('role'), width: '7.5rem', tightWidth: '7.5rem' }, value: roleWords },
    {
      ...{ id: 'emp', header: label('emp'), width: '9.5rem', only: 'wide' },
      value: employmentWords,
    },
    {
      ...{ id: 'grants', header: label('grants'), width: '12.5rem', tightWidth: '10.5rem' },
      value: grantWords,
      cell: (user) => <ClampedText text={grantWords(user)} />,
    },
    {
      ...{ id: 'last_login', header: 'Last login', kind: 'instant', width: '7.5rem', tightWidth: '7.5rem' },
      value: ({ last_login_at: at }) => at,
      cell: (user) => (
        <span className={user.last_login_at === null ? 'text-muted-foreground' : 'whitespace-normal'}>
          {lastLoginWords(user)}
        </span>
      ),
    },
    {
      // On screen it is below the status.
      ...{ id: 'invitation', header: 'Invitation expires', kind: 'instant', only: 'file' },
      value: ({ invitation }) => invitation?.expires_at ?? null,
    },
    {
      ...{ id: 'second_factor', header: 'Second factor', width: '7rem', only: 'wide' },
      value: secondFactorWords,
    },
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: (user) => STATE_LABELS[stateOf(user)],
      cell: (user) => (
        <TwoLines
          first={<Badge variant={LOOKS[stateOf(user)]}>{STATE_LABELS[stateOf(user)]}</Badge>}
          second={untilWords(user)}
        />
      ),
    },
  ],
  empty: {
    ...{ icon: Users, title: 'No users yet' },
    help: 'Everyone who has an account appears here.',
    filtered: 'Clear the filters, or choose All under Status to see locked accounts.',
  },
});
