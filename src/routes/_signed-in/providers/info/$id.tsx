import { createFileRoute, Link } from '@tanstack/react-router';
import { providerName } from '#domain/providers/provider-name.ts';
import { uuid } from '#entities/fields.ts';
import { AvailabilityCard } from '#features/availability/availability-card.tsx';
import { ProviderCalendar } from '#features/calendar/record-calendar.tsx';
import { CaseloadTab } from '#features/caseloads/caseload-tab.tsx';
import { ProviderInfo } from '#features/providers/provider-info.tsx';
import { providerTabSearch } from '#features/providers/provider-search.ts';
import { InviteAgain } from '#features/users/user-actions.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/providers/info/$id')({
  staticData: { title: 'Provider', permission: 'provider.read' },
  validateSearch: providerTabSearch,
  component: ProviderScreen,
});

function ProviderScreen() {
  const { id } = Route.useParams();
  const { tab = 'overview' } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <ProviderInfo
      key={id}
      id={id}
      back={(isArchived) =>
        isArchived ? (
          <BackLink to={{ to: '/providers/archived' }} title="Archived Providers" />
        ) : (
          <BackLink to={{ to: '/providers' }} title="Providers" />
        )
      }
      tab={tab}
      onTab={(next) => void navigate({ search: providerTabSearch({ tab: next }), replace: true })}
      notFound={<NotFound />}
      onOpenStudent={(student) => void navigate({ to: '/students/info/$id', params: { id: student } })}
      linkTo={(other, name) => (
        <Link to="/providers/info/$id" params={{ id: other }} className="underline underline-offset-2">
          {name}
        </Link>
      )}
      availability={<AvailabilityCard provider={id} />}
      invite={(provider, invitation, onDone) => (
        <InviteAgain user={{ ...provider, name: providerName(provider), invitation }} onDone={onDone} />
      )}
      handover={(isArchived) => <CaseloadTab provider={id} isArchived={isArchived} />}
      calendar={
        <ProviderCalendar
          id={id}
          onOpenDay={(day) =>
            void navigate({
              to: '/schedules/calendar/events/get/master_calendar',
              search: { provider: id, day },
            })
          }
        />
      }
    />
  );
}
