import { Link, useNavigate } from '@tanstack/react-router';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { uuid } from '#entities/fields.ts';
import { ClientCalendar } from '#features/calendar/record-calendar.tsx';
import { ClientInfo } from '#features/clients/client-info.tsx';
import type { ClientTab } from '#features/clients/client-search.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from './-not-found.tsx';

interface ClientPageProps {
  id: string;
  tab: ClientTab | undefined;
  onTab: (tab: string) => void;
  /** Where it was opened. */
  place: 'clients' | 'admin';
}

/** A client's page, the same under Clients and under Admin. */
export function ClientPage({ id, tab = 'overview', onTab, place }: ClientPageProps) {
  const navigate = useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <ClientInfo
      key={id}
      id={id}
      back={(isArchived) =>
        place === 'admin' ? (
          <BackLink to={{ to: '/admin' }} title="Admin" />
        ) : isArchived ? (
          <BackLink to={{ to: '/clients/archived' }} title="Archived Clients" />
        ) : (
          <BackLink to={{ to: '/clients' }} title="Clients" />
        )
      }
      tab={tab}
      onTab={onTab}
      notFound={<NotFound />}
      onOpenStudent={(student) => void navigate({ to: '/students/info/$id', params: { id: student } })}
      linkTo={(other, name) => (
        <Link
          to="/clients/info/$id/$client_slug"
          params={{ id: other, client_slug: clientSlug(name) }}
          className="underline underline-offset-2"
        >
          {name}
        </Link>
      )}
      onGone={() => void navigate({ to: '/clients' })}
      {...(place === 'admin'
        ? {}
        : { onAdmin: () => void navigate({ to: '/admin/clients/$id', params: { id } }) })}
      calendar={
        <ClientCalendar
          id={id}
          onOpenDay={(day) =>
            void navigate({
              to: '/schedules/calendar/events/get/master_calendar',
              search: { client: id, day },
            })
          }
        />
      }
    />
  );
}
