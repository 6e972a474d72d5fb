import { createFileRoute, Link } from '@tanstack/react-router';
import { dayPlus } from '#domain/time/pacific.ts';
import { AuditEntry } from '#features/audit/audit-entry.tsx';
import { useToday } from '#screens/device/today.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/admin/audit/$id')({
  staticData: { title: 'Audit entry', permission: 'audit.read' },
  component: AuditEntryScreen,
});

/** As far back as the log of one record goes at first. */
const DAYS_OF_RECORD = 366;

function AuditEntryScreen() {
  const { id } = Route.useParams();
  const from = dayPlus(useToday(), -DAYS_OF_RECORD);
  if (!/^[1-9]\d{0,14}$/.test(id)) return <NotFound />;
  return (
    <AuditEntry
      key={id}
      id={id}
      back={<BackLink to={{ to: '/admin/audit' }} title="Audit log" />}
      notFound={<NotFound />}
      linkTo={(to, words) => (
        <Link to="/admin/audit" search={{ ...to, from }} className="underline underline-offset-2">
          {words}
        </Link>
      )}
    />
  );
}
