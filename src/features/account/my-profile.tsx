import type { ReactNode } from 'react';
import { servicesByName } from '#db/catalog.ts';
import { providersById } from '#db/people.ts';
import { ROLES } from '#domain/access/roles.ts';
import { namedProviders, providerName, withCredentials } from '#domain/providers/provider-name.ts';
import { headerServices } from '#screens/device/header-services.ts';
import { ownName } from '#screens/device/own-name.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import type { ProfileTab } from './profile-search.ts';
import { SecurityTab } from './security-tab.tsx';
import { TimesCard } from './times-card.tsx';

interface MyProfileProps {
  tab: ProfileTab;
  onTab: (tab: string) => void;
  /** What the calendar has of the person's account. */
  calendar: ReactNode;
  /** Weekly hours and time off, for people who deliver services. */
  availability: ReactNode;
  notifications: ReactNode;
}

/** The logged-in person's own profile: who they are here, and how their account is protected. */
export function MyProfile({ tab, onTab, calendar, availability, notifications }: MyProfileProps) {
  const { profile } = useSignedIn();
  const own = usePeopleById('provider').get(profile.user_id);
  const services = useLocal(servicesByName, []) ?? [];
  const isSupervisor = profile.auth === ROLES.supervisor;
  const supervisees =
    useLocal(
      async (db) => (isSupervisor ? superviseesOf(await providersById(db), profile.user_id) : []),
      [isSupervisor, profile.user_id],
    ) ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {own === undefined ? (
        <PageHeader title={ownName(profile)} />
      ) : (
        <PageHeader
          title={withCredentials(providerName(own), own.credentials)}
          detail={headerServices(own.services, services)}
          badge={<StatusBadge active={!own.archived} />}
          description={
            supervisees.length === 0
              ? undefined
              : `Supervisees: ${supervisees.map((one) => one.name).join(', ')}`
          }
        />
      )}
      <Tabs value={String(tab)} onValueChange={onTab}>
        <TabsList aria-label="Sections">
          <TabsTrigger value="1">Profile</TabsTrigger>
          <TabsTrigger value="2">Security</TabsTrigger>
          <TabsTrigger value="3">Notifications</TabsTrigger>
        </TabsList>
        <TabsContent value="1">
          <div className="grid gap-4">
            <ProfileFacts supervisees={supervisees} />
            {profile.provider_id !== null && availability}
            <TimesCard />
          </div>
        </TabsContent>
        <TabsContent value="2">
          <SecurityTab calendar={calendar} />
        </TabsContent>
        <TabsContent value="3">{notifications}</TabsContent>
      </Tabs>
    </div>
  );
}

/** Active providers whom the person supervises, as far as this device has them. */
function superviseesOf(providers: Awaited<ReturnType<typeof providersById>>, id: string) {
  return namedProviders(providers.values()).filter(
    ({ supervisors, archived }) => !archived && supervisors.includes(id),
  );
}
