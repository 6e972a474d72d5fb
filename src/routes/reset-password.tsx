import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';
import { RequestResetForm } from '#features/account/reset-forms.tsx';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Reset your password' },
  component: ResetPasswordScreen,
});

function ResetPasswordScreen() {
  const [isSent, setSent] = useState(false);
  return (
    <LoggedOutPage
      title="Reset your password"
      footer={
        isSent ? undefined : (
          <p className="mt-4 text-sm">
            <Link to="/login" className="inline-block py-2 text-primary underline-offset-4 hover:underline">
              Back to login
            </Link>
          </p>
        )
      }
    >
      <RequestResetForm onSent={() => setSent(true)} />
    </LoggedOutPage>
  );
}
