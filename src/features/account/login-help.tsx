import { Link } from '@tanstack/react-router';

/** Where people get help who can't log in. */
export function LoginHelp() {
  return (
    <nav aria-label="Help" className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm">
      <Link to="/reset-password" className="py-2 text-primary underline-offset-4 hover:underline">
        Forgot your password?
      </Link>
      <Link to="/login-support" className="py-2 text-primary underline-offset-4 hover:underline">
        Help with logging in
      </Link>
    </nav>
  );
}
