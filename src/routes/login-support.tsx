import { createFileRoute, Link } from '@tanstack/react-router';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';

export const Route = createFileRoute('/login-support')({
  staticData: { title: 'Help with logging in' },
  component: LoginSupportScreen,
});

const answers = [
  {
    question: 'I forgot my password',
    answer:
      'Reset it while you are connected. Work that waits on this device stays, and goes out after you log in.',
  },
  {
    question: 'I changed my password elsewhere',
    answer:
      'Log in once with a network, with the new password. Until then this device opens with the old one.',
  },
  {
    question: 'I have no network',
    answer:
      'The password with which you last logged in on this device opens it. A device on which you never logged in needs a network the first time.',
  },
  {
    question: 'My account does not work any more',
    answer:
      'Ask an administrator of your organization. They see whether the account is active and can reset it.',
  },
  {
    question: 'I lost a device',
    answer:
      'Tell an administrator at once. What is on it cannot be read without your password, and they can end your sign-ins.',
  },
] as const;

function LoginSupportScreen() {
  return (
    <LoggedOutPage
      title="Help with logging in"
      footer={
        <nav aria-label="Log in" className="mt-4 flex flex-wrap justify-between gap-x-4 text-sm">
          <Link to="/login" className="py-2 text-primary underline-offset-4 hover:underline">
            Back to the log-in
          </Link>
          <Link to="/reset-password" className="py-2 text-primary underline-offset-4 hover:underline">
            Reset your password
          </Link>
        </nav>
      }
    >
      <dl className="grid gap-4">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-0.5 text-muted-foreground">{answer}</dd>
          </div>
        ))}
      </dl>
    </LoggedOutPage>
  );
}
