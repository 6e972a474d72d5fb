import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';
import { ConfirmResetForm } from '#features/account/reset-forms.tsx';

export const Route = createFileRoute('/password-reset-confirm')({
  staticData: { title: 'Choose a new password' },
  validateSearch: z.object({ token: z.coerce.string().catch('').default('') }),
  component: PasswordResetConfirmScreen,
});

function PasswordResetConfirmScreen() {
  const { token } = Route.useSearch();
  return (
    <LoggedOutPage title="Choose a new password">
      <ConfirmResetForm token={token} />
    </LoggedOutPage>
  );
}
