import { Link } from '@tanstack/react-router';
import type { WhyLink } from '#screens/report/why.tsx';

/** Leads from a figure to the session, the own day or the timesheet that it is made of. */
export const linkToRecord: WhyLink = ({ kind, id }, content, className) => {
  switch (kind) {
    case 'session':
      return (
        <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
          {content}
        </Link>
      );
    case 'day':
      return (
        <Link to="/my-sessions" search={{ day: id }} className={className}>
          {content}
        </Link>
      );
  }
};
