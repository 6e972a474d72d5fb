import { createFileRoute } from '@tanstack/react-router';
import { MyProfile } from '#features/account/my-profile.tsx';
import { profileSearch } from '#features/account/profile-search.ts';
import { AvailabilityCard } from '#features/availability/availability-card.tsx';
import { CalendarSubscription } from '#features/calendar/calendar-subscription.tsx';
import { IconCountCard } from '#features/notifications/icon-count-card.tsx';
import { MailSettingsCard } from '#features/notifications/mail-settings-card.tsx';
import { NotificationsTab } from '#features/notifications/notifications-tab.tsx';
import { PushCard } from '#features/notifications/push-card.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/provider/my-profile/$id')({
  staticData: { title: 'Profile', permission: 'account.use', reads: 'nothing' },
  validateSearch: profileSearch,
  component: ProfileScreen,
});

function ProfileScreen() {
  const { id } = Route.useParams();
  const { tab = 1, notification = null } = Route.useSearch();
  const { user } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  // Other people's profiles are under Providers.
  if (id !== user.user_id) return <NotFound />;
  return (
    <MyProfile
      tab={tab}
      onTab={(next) => void navigate({ search: profileSearch({ tab: next }), replace: true })}
      availability={<AvailabilityCard provider={id} />}
      calendar={<CalendarSubscription />}
      notifications={
        <div className="grid gap-4">
          <NotificationsTab
            openId={notification}
            onOpen={(id) =>
              void navigate({ search: profileSearch({ tab: 3, notification: id ?? '' }), replace: true })
            }
          />
          <MailSettingsCard />
          <PushCard />
          <IconCountCard />
        </div>
      }
    />
  );
}
