import { zodResolver } from '@hookform/resolvers/zod';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { authEndpoints } from '#contract/auth.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { passwordProblem, SHORTEST_PASSWORD } from '#domain/access/password-rules.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { changePassword, UnlockUnchanged } from '#sync/sign-in/change-password.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Note } from './note.tsx';
import { PasswordField } from './password-field.tsx';
import { showProblem } from './show-problem.ts';

const { body } = authEndpoints['auth.update-password'];
type PasswordChange = BodyOf<(typeof authEndpoints)['auth.update-password']>;
const EMPTY: PasswordChange = { current_password: '', new_password: '' };

/** Changes the password, on the server and as the key that unlocks this device offline. */
export function PasswordCard({ onChanged }: { onChanged: () => void }) {
  const { profile, engine } = useSignedIn();
  const [isChanged, setChanged] = useState(false);
  const once = useOneAtATime();
  const { register, handleSubmit, setError, reset, formState } = useForm<PasswordChange>({
    resolver: zodResolver(
      body.superRefine(({ current_password, new_password }, context) => {
        const message = passwordProblem(new_password, { ...profile, current: current_password });
        if (message !== null) context.addIssue({ code: 'custom', path: ['new_password'], message });
      }),
    ),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    setChanged(false);
    const devices = new DeviceDatabase();
    try {
      await changePassword(engine.sender, devices, passwords);
      reset(EMPTY);
      setChanged(true);
      onChanged();
    } catch (problem) {
      if (problem instanceof UnlockUnchanged) reset(EMPTY);
      showProblem(problem, setError, ['current_password', 'new_password']);
    } finally {
      devices.close();
    }
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Password</CardTitle>
        <CardDescription>
          Changing your password logs out your other devices. On this device, the new one also unlocks
          Caseload offline.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form
          noValidate
          aria-label="Change password"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void once(() => submit(event));
          }}
        >
          {errors.root !== undefined && <Note tone="problem">{errors.root.message}</Note>}
          <div role="status" className="empty:hidden">
            {isChanged && (
              <Note icon={CircleCheck}>Password changed. Your other devices are logged out.</Note>
            )}
          </div>
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={profile.email} readOnly hidden />
          <PasswordField
            label="Current password"
            error={errors.current_password?.message}
            autoComplete="current-password"
            {...register('current_password')}
          />
          <PasswordField
            label="New password"
            description={`At least ${SHORTEST_PASSWORD} characters, without your user name or email.`}
            error={errors.new_password?.message}
            autoComplete="new-password"
            {...register('new_password')}
          />
          <Button type="submit" progress={isSubmitting ? 'loading' : 'idle'} className="justify-self-start">
            Change password
          </Button>
        </form>
      </CardContent>
    </Card>
  );
}
