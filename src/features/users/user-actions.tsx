import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { UserFile } from '#contract/users.ts';
import { lockProblem } from '#domain/access/user-rules.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { unsyncedWords } from './user-words.ts';

interface ActionProps {
  user: UserFile;
  /** The server has stored it, or refused because someone else was faster. */
  onDone: () => Promise<void>;
}

interface AskedActionProps {
  label: string;
  isDestructive?: boolean;
  done: string;
  run: () => Promise<void>;
  onDone: () => Promise<void>;
  children: ReactNode;
}

/** A button that says what happens before it does it. */
function AskedAction({ label, isDestructive = false, done, run, onDone, children }: AskedActionProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirmation
        open={isAsking}
        onOpenChange={setAsking}
        title={`Confirmation - ${label}`}
        destructive={isDestructive}
        onConfirm={async () => {
          try {
            await run();
            toast.success(done, { duration: 2_500 });
          } finally {
            await onDone();
          }
        }}
      >
        {children}
      </Confirmation>
    </>
  );
}

interface LockProps extends ActionProps {
  actor: { user_id: string; role: string };
}

/** Locks an account, or unlocks it. */
export function LockUser({ user, actor, onDone }: LockProps) {
  const command = useServerCommand();
  const { id, name, is_active, version } = user;
  const mayUnlock = lockProblem(actor, { ...user, is_active: false }) === null;
  return (
    <AskedAction
      label={is_active ? 'Lock account' : 'Unlock account'}
      isDestructive={is_active}
      done={is_active ? 'Account locked' : 'Account unlocked'}
      run={() => command('user.set-active', { params: { id }, body: { is_active: !is_active } }, version)}
      onDone={onDone}
    >
      {is_active
        ? `${name} will be logged out on every device now, and can't log in until ${mayUnlock ? 'you unlock' : 'a super admin unlocks'} the account. ${unsyncedWords(user)} Nothing is lost: unsynced changes stay on the device, and the next time it connects, they go to Held changes for review.`
        : `${name} will be able to log in again with the same password.`}
    </AskedAction>
  );
}

/** Ends every login of a person. */
export function ForceLogout({ user, onDone }: ActionProps) {
  const command = useServerCommand();
  const { name, username, version } = user;
  return (
    <AskedAction
      label="Log out everywhere"
      isDestructive
      done="Logged out everywhere"
      run={() => command('auth.force-logout', { body: { username } }, version)}
      onDone={onDone}
    >
      {`${name} will be logged out on every device now, and can log in again. ${unsyncedWords(user)} Nothing is lost: unsynced changes stay on the device and sync after the next login.`}
    </AskedAction>
  );
}

interface InviteProps extends Pick<ActionProps, 'onDone'> {
  user: Pick<UserFile, 'id' | 'name' | 'email' | 'version' | 'invitation'>;
}

/** Emails a new link to someone who hasn't chosen a password. */
export function InviteAgain({ user, onDone }: InviteProps) {
  const command = useServerCommand();
  const { id, name, email, version, invitation } = user;
  return (
    <AskedAction
      label={invitation?.sent_at === null ? 'Send invitation' : 'Send invitation again'}
      done="Invitation sent"
      run={() => command('user.send-invitation', { params: { id } }, version)}
      onDone={onDone}
    >
      {`${name} will get a new link at ${email}, good for seven days. Old links stop working.`}
    </AskedAction>
  );
}

/** Turns off the second factor of someone who lost their phone and their recovery codes. */
export function ResetSecondFactor({ user, onDone }: ActionProps) {
  const command = useServerCommand();
  const { id, name, version } = user;
  return (
    <AskedAction
      label="Reset second factor"
      isDestructive
      done="Second factor reset"
      run={() => command('user.reset-second-factor', { params: { id } }, version)}
      onDone={onDone}
    >
      {`Make sure it's really ${name} who asked. They will be logged out on every device now, and can log in with their password alone until they set up a new one. ${unsyncedWords(user)} Nothing is lost: unsynced changes stay on the device and sync after the next login.`}
    </AskedAction>
  );
}
