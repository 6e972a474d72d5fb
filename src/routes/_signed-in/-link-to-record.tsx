import { Link } from '@tanstack/react-router';
import type { WhyLink } from '#screens/report/why.tsx';

/** Links a figure to the session, day, or timesheet behind it. */
export const linkToRecord: WhyLink = ({ kind, id }, content, className) => {
  switch (kind) {
    case 'session':
      return (
        <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
          {content}
        </Link>
      );
    case 'workday': {
      const [provider = '', day = ''] = id.split(' ');
      return (
        <Link
          to="/reports/dashboard/lunch-cards"
          search={{ provider, from: day, to: day }}
          className={className}
        >
          {content}
        </Link>
      );
    }
    case 'day':
      return (
        <Link to="/my-sessions" search={{ day: id }} className={className}>
          {content}
        </Link>
      );
  }
};
