import { Link } from '@tanstack/react-router';
import type { LinkToSession } from '#features/sessions/form-warnings.tsx';
import type { WhyLink } from '#screens/report/why.tsx';

/** Links a line to its session. */
export const linkToSession: LinkToSession = (id, content, className) => (
  <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
    {content}
  </Link>
);

/** Links what a figure is made of. */
export const whySession: WhyLink = ({ id }, content, className) => linkToSession(id, content, className);
