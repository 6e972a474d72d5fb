import { Pencil } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { headerServices } from '#screens/device/header-services.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { RecordHistory, useSeesHistory } from '#screens/list/record-history.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { type Section, SectionTabs } from '#ui/section-tabs.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ActivateClient, DeleteClient } from './client-actions.tsx';
import { ClientBilling } from './client-billing.tsx';
import { ClientConditions } from './client-conditions.tsx';
import type { ClientFacts } from './client-facts.ts';
import { ClientForm } from './client-form.tsx';
import { ClientOverview } from './client-overview.tsx';
import { ClientProviders, ClientStudents } from './client-people.tsx';
import { ClientRates } from './client-rates.tsx';
import type { ClientTab } from './client-search.ts';

interface ClientInfoProps {
  id: string;
  /** Leads back to the list that the client is in. */
  back: (isArchived: boolean) => ReactNode;
  tab: ClientTab;
  onTab: (tab: string) => void;
  /** In place of a client that doesn't exist or isn't this person's to see. */
  notFound: ReactNode;
  onOpenStudent: (id: string) => void;
  linkTo: (id: string, name: string) => ReactNode;
  /** It was deleted, or archived instead. */
  onGone: () => void;
  /** Opens the client in Admin; absent there. */
  onAdmin?: () => void;
  /** What other features have of the client. */
  calendar: ReactNode;
}

/** A client's page: who it is, whom to call, its students and providers, rates, contract and billing, calendar. */
export function ClientInfo({ id, back, notFound, ...others }: ClientInfoProps) {
  const answer = useKeptAnswer(
    'client',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('client.read', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back(answer.result?.client.active === 0)}
      <ServerData name="the client" state={{ ...answer, result: answer.result }}>
        {(facts) => <Client facts={facts} reload={answer.reload} {...others} />}
      </ServerData>
    </div>
  );
}

interface ClientProps extends Omit<ClientInfoProps, 'id' | 'back' | 'notFound'> {
  facts: ClientFacts;
  reload: () => Promise<void>;
}

function Client({
  facts,
  reload,
  tab,
  onTab,
  onOpenStudent,
  linkTo,
  onGone,
  onAdmin,
  calendar,
}: ClientProps) {
  const { client } = facts;
  const { profile } = useSignedIn();
  const names = useLookups();
  const edit = useRecordEdit<'details' | 'billing'>();
  const holder = { role: profile.auth, grants: profile.grants };
  const mayRecord = mayUse(holder, 'client.record');
  const sections: Section<ClientTab>[] = [
    ['overview', 'Overview', <ClientOverview key="overview" facts={facts} linkTo={linkTo} />],
    ['students', 'Students', <ClientStudents key="students" id={client.id} onOpen={onOpenStudent} />],
    ['providers', 'Providers', <ClientProviders key="providers" id={client.id} />],
  ];
  if (mayUse(holder, 'rate.record')) {
    sections.push(['rates', 'Rates', <ClientRates key="rates" client={client} />]);
  }
  const maySetConditions = mayUse(holder, 'billing-condition.record');
  if (mayRecord || maySetConditions) {
    const billing = (
      <div key="billing" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {mayRecord && <ClientBilling client={client} onEdit={() => edit.open('billing')} />}
        {maySetConditions && <ClientConditions client={client} />}
      </div>
    );
    sections.push(['billing', 'Billing', billing]);
  }
  // The calendar of an archived client is closed.
  if (client.active === 1) sections.push(['calendar', 'Calendar', calendar]);
  const seesHistory = useSeesHistory();
  if (seesHistory) sections.push(['history', 'History', <RecordHistory key="history" record={client.id} />]);
  const open = sections.some(([one]) => one === tab) ? tab : 'overview';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        // The services need the width; the buttons go below them.
        className="max-lg:grid"
        title={client.name}
        detail={headerServices(client.services, names?.services ?? [])}
        badge={<StatusBadge active={client.active === 1} />}
        description={client.district_name === null ? undefined : `Billed to ${client.district_name}`}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {onAdmin !== undefined && hasAdminLogin(holder.role) && (
              <Button variant="outline" onClick={onAdmin}>
                Admin login
              </Button>
            )}
            <Button variant="outline" onClick={() => edit.open('details')}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
            {mayRecord && <ActivateClient facts={facts} onDone={reload} />}
            {mayUse(holder, 'client.delete') && (
              <DeleteClient facts={facts} onKept={reload} onGone={onGone} />
            )}
          </span>
        }
      />
      <SectionTabs sections={sections} tab={open} onTab={onTab} />
      {edit.form((part, { onClose }) => (
        <ClientForm
          client={client}
          part={part ?? 'details'}
          // Also after a refused save: someone else may have changed the client.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}

/** Hidden from providers, service leads, and supervisors (specification, 2). */
function hasAdminLogin(role: string): boolean {
  return role !== ROLES.provider && role !== ROLES.serviceLead && role !== ROLES.supervisor;
}
