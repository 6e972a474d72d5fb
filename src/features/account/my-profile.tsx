import type { ReactNode } from 'react';
import { providersById } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import type { ProfileTab } from './profile-search.ts';
import { SecurityTab } from './security-tab.tsx';

interface MyProfileProps {
  tab: ProfileTab;
  onTab: (tab: string) => void;
  /** What the calendar has of the person's account. */
  calendar: ReactNode;
}

/** The logged-in person's own profile: who they are here, and how their account is protected. */
export function MyProfile({ tab, onTab, calendar }: MyProfileProps) {
  const { profile } = useSignedIn();
  const providers = useLocal(providersById, []);
  const own = providers?.get(profile.user_id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader title={own === undefined ? profile.username : providerName(own)} />
      <Tabs value={String(tab)} onValueChange={onTab}>
        <TabsList aria-label="Sections">
          <TabsTrigger value="1">Profile</TabsTrigger>
          <TabsTrigger value="2">Security</TabsTrigger>
        </TabsList>
        <TabsContent value="1">
          <ProfileFacts providers={providers} />
        </TabsContent>
        <TabsContent value="2">
          <SecurityTab calendar={calendar} />
        </TabsContent>
      </Tabs>
    </div>
  );
}
