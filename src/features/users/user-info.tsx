import { Pencil } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { UserFile } from '#contract/users.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { resetProblem } from '#domain/access/second-factor-rules.ts';
import {
  emailProblem,
  invitationProblem,
  invitationWords,
  lockProblem,
  roleProblem,
} from '#domain/access/user-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { RoleForm } from './role-form.tsx';
import { ForceLogout, InviteAgain, LockUser, ResetSecondFactor } from './user-actions.tsx';
import { UserForm } from './user-form.tsx';
import { UserLogins } from './user-logins.tsx';
import {
  employmentWords,
  grantWords,
  lastLoginWords,
  roleWords,
  STATE_LABELS,
  secondFactorWords,
  stateOf,
} from './user-words.ts';

interface UserInfoProps {
  id: string;
  back: ReactNode;
  /** In place of a user who doesn't exist or whom the person doesn't manage. */
  notFound: ReactNode;
}

/** A user's page: account, role and grants, logins, and what the office can do about them. */
export function UserInfo({ id, back, notFound }: UserInfoProps) {
  const answer = useKeptAnswer(
    'user',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('user.read', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the user" state={{ ...answer, result: answer.result }}>
        {(user) => <User user={user} reload={answer.reload} asked={String(answer.answeredAt)} />}
      </ServerData>
    </div>
  );
}

const LOOKS = { active: 'active', locked: 'deactivated', invited: 'warning' } as const;

interface UserProps {
  user: UserFile;
  reload: () => Promise<void>;
  /** When the user was read: their logins are asked for again after it. */
  asked: string;
}

function User({ user, reload, asked }: UserProps) {
  const { profile } = useSignedIn();
  const now = new Date(useNow(60_000)).toISOString();
  const edit = useRecordEdit<UserFile>();
  const names = useRecordEdit<UserFile>();
  const holder = { role: profile.auth, grants: profile.grants };
  const isOwn = user.id === profile.user_id;
  const actor = { user_id: profile.user_id, role: profile.auth };
  const lockRefusal = lockProblem(actor, user);
  const state = stateOf(user);
  const label = (field: string) => fieldLabel('user', field);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="max-lg:grid"
        title={user.name}
        badge={<Badge variant={LOOKS[state]}>{STATE_LABELS[state]}</Badge>}
        description={
          isOwn
            ? "This is your own account, so you can't lock it or change its role."
            : (lockRefusal ?? undefined)
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {mayUse(holder, 'user.record') && !user.is_provider && (
              <Button variant="outline" onClick={() => names.open(user)}>
                <Pencil aria-hidden="true" />
                Edit name{emailProblem({ role: profile.auth }, user) === null && ' and email'}
              </Button>
            )}
            {mayUse(holder, 'user.assign-role') && roleProblem(profile, user) === null && (
              <Button variant="outline" onClick={() => edit.open(user)}>
                <Pencil aria-hidden="true" />
                Edit role and grants
              </Button>
            )}
            {invitationProblem(user, holder) === null && <InviteAgain user={user} onDone={reload} />}
            {mayUse(holder, 'user.reset-second-factor') && resetProblem(profile, user) === null && (
              <ResetSecondFactor user={user} onDone={reload} />
            )}
            {user.is_active && <ForceLogout user={user} onDone={reload} />}
            {lockRefusal === null && <LockUser user={user} actor={actor} onDone={reload} />}
          </span>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>Account</CardTitle>
          </CardHeader>
          <CardContent>
            <FactList>
              <Fact name={label('username')}>{user.username}</Fact>
              <Fact name={label('email')}>{user.email}</Fact>
              <Fact name={label('role')}>{roleWords(user)}</Fact>
              <Fact name={label('grants')}>{grantWords(user) || 'None'}</Fact>
              <Fact name={label('emp')}>{employmentWords(user)}</Fact>
              {user.invitation !== null && (
                <Fact name="Invitation">{invitationWords(user.invitation, now)}</Fact>
              )}
              <Fact name="Second factor">{secondFactorWords(user)}</Fact>
              <Fact name="Last login">{lastLoginWords(user)}</Fact>
              <Fact name="Logged in now">{counted(user.open_logins, 'login')}</Fact>
              <Fact name="Unsynced changes">{user.unsynced.toLocaleString('en-US')}</Fact>
            </FactList>
          </CardContent>
        </Card>
        <UserLogins id={user.id} asked={asked} key={asked} />
      </div>
      {names.form((opened, { onClose }) => (
        <UserForm
          user={opened ?? user}
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
      {edit.form((opened, { onClose }) => (
        <RoleForm
          user={opened ?? user}
          // Also after a refused save: someone else may have changed the user.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}
