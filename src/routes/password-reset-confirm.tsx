import { createFileRoute } from '@tanstack/react-router';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';
import { ConfirmResetForm } from '#features/account/reset-forms.tsx';

export const Route = createFileRoute('/password-reset-confirm')({
  staticData: { title: 'Choose a new password' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined ? {} : { token: String(token) },
  component: PasswordResetConfirmScreen,
});

function PasswordResetConfirmScreen() {
  const { token = '' } = Route.useSearch();
  const { signIn } = Route.useRouteContext();
  return (
    <LoggedOutPage title="Choose a new password">
      <ConfirmResetForm
        token={token}
        findLoggedIn={async () => {
          const device = await signIn.settled();
          return device === null ? null : (device.profile.name ?? 'Someone');
        }}
      />
    </LoggedOutPage>
  );
}
