import { createFileRoute, Link } from '@tanstack/react-router';
import { LoggedOutPage } from '#features/account/logged-out-page.tsx';

export const Route = createFileRoute('/login-support')({
  staticData: { title: 'Help with logging in' },
  component: LoginSupportScreen,
});

const answers = [
  {
    question: 'I forgot my password',
    answer: "Reset it while you're online. Unsynced changes stay on this device and sync after you log in.",
  },
  {
    question: 'I changed my password on another device',
    answer: 'Go online and log in with the new password. Until then, use the old one on this device.',
  },
  {
    question: "I'm offline",
    answer:
      "Use the password you last used on this device. A device you've never used needs a connection the first time.",
  },
  {
    question: "My account doesn't work anymore",
    answer: 'Ask your office. They can see whether your account is active.',
  },
  {
    question: 'I lost a device',
    answer:
      'Tell your office right away. No one can read the device without your password, and your office can log it out.',
  },
] as const;

function LoginSupportScreen() {
  return (
    <LoggedOutPage
      title="Help with logging in"
      footer={
        <nav aria-label="Log in" className="mt-4 flex flex-wrap justify-between gap-x-4 text-sm">
          <Link to="/login" className="py-2 text-primary underline-offset-4 hover:underline">
            Back to login
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
