import { Pencil, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { ProviderFile } from '#contract/providers.ts';
import type { Invitation } from '#contract/users.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { providerName, withCredentials } from '#domain/providers/provider-name.ts';
import { expiryState } from '#domain/providers/provider-rules.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { headerServices } from '#screens/device/header-services.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { RecordHistory, useSeesHistory } from '#screens/list/record-history.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { type Section, SectionTabs } from '#ui/section-tabs.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ActivateProvider } from './provider-actions.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderOverview } from './provider-overview.tsx';
import { PayRates } from './provider-pay.tsx';
import type { ProviderTab } from './provider-search.ts';
import { ProviderStudents } from './provider-students.tsx';

interface ProviderInfoProps {
  id: string;
  /** Leads back to the list that the provider is in. */
  back: (isArchived: boolean) => ReactNode;
  tab: ProviderTab;
  onTab: (tab: string) => void;
  /** In place of a provider who doesn't exist or isn't this person's to see. */
  notFound: ReactNode;
  onOpenStudent: (id: string) => void;
  linkTo: (id: string, name: string) => ReactNode;
  /** What other features have of the provider. */
  calendar: ReactNode;
  availability: ReactNode;
  handover: (isArchived: boolean) => ReactNode;
  /** Sends an invitation again to a provider who hasn't chosen a password. */
  invite: (provider: ProviderFile, invitation: Invitation, onDone: () => Promise<void>) => ReactNode;
}

/** A provider's page: what they do, their students, credentials, pay rates, and calendar. */
export function ProviderInfo({ id, back, notFound, ...others }: ProviderInfoProps) {
  const answer = useKeptAnswer(
    'provider',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('provider.read', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back(answer.result?.provider.archived === true)}
      <ServerData name="the provider" state={{ ...answer, result: answer.result }}>
        {({ provider, invitation }) => (
          <Provider provider={provider} invitation={invitation} reload={answer.reload} {...others} />
        )}
      </ServerData>
    </div>
  );
}

interface ProviderProps extends Omit<ProviderInfoProps, 'id' | 'back' | 'notFound'> {
  provider: ProviderFile;
  invitation: Invitation | null;
  reload: () => Promise<void>;
}

function Provider({
  provider,
  invitation,
  reload,
  tab,
  onTab,
  onOpenStudent,
  linkTo,
  calendar,
  availability,
  handover,
  invite,
}: ProviderProps) {
  const { profile } = useSignedIn();
  const names = useLookups();
  const edit = useRecordEdit<ProviderFile>();
  const holder = { role: profile.auth, grants: profile.grants };
  const mayRecord = mayUse(holder, 'provider.record');
  const sections: Section<ProviderTab>[] = [
    [
      'overview',
      'Overview',
      <ProviderOverview key="overview" {...{ provider, invitation, availability, linkTo }} />,
    ],
    ['students', 'Students', <ProviderStudents key="students" id={provider.id} onOpen={onOpenStudent} />],
  ];
  if (mayUse(holder, 'payroll.view')) {
    sections.push(['rates', 'Rates', <PayRates key="rates" provider={provider} />]);
  }
  // No one plans for a deactivated provider.
  if (!provider.archived) sections.push(['calendar', 'Calendar', calendar]);
  if (mayUse(holder, 'caseload.move')) sections.push(['handover', 'Hand-over', handover(provider.archived)]);
  const seesHistory = useSeesHistory();
  if (seesHistory) {
    sections.push(['history', 'History', <RecordHistory key="history" record={provider.id} />]);
  }
  const open = sections.some(([one]) => one === tab) ? tab : 'overview';
  // Without its services the header is a line shorter.
  if (names === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        // The services need the width; the buttons go below them.
        className="max-lg:grid"
        title={withCredentials(providerName(provider), provider.credentials)}
        detail={headerServices(provider.services, names.services)}
        badge={<StatusBadge active={!provider.archived} />}
        description={teamWords(provider) || undefined}
        actions={
          mayRecord && (
            <span className="flex flex-wrap items-center gap-2 print:hidden">
              <Button variant="outline" onClick={() => edit.open(provider)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              {!provider.archived && invitation !== null && invite(provider, invitation, reload)}
              {profile.user_id !== provider.id && (
                <ActivateProvider
                  provider={provider}
                  isInvited={invitation !== null}
                  onDone={reload}
                  onHandOver={mayUse(holder, 'caseload.move') ? () => onTab('handover') : undefined}
                />
              )}
            </span>
          )
        }
      />
      {!provider.archived && <ExpiryHint provider={provider} />}
      <SectionTabs sections={sections} tab={open} onTab={onTab} />
      {edit.form((opened, { onClose }) => (
        <ProviderForm
          provider={opened}
          // Also after a refused save: someone else may have changed the provider.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}

/** Supervisors and supervisees by first and last name; empty without any. */
function teamWords({ supervisor_list, supervisee_list }: ProviderFile): string {
  const words = (label: string, people: ProviderFile['supervisor_list']) =>
    people.length === 0 ? [] : `${label}: ${people.map(({ name }) => name).join(', ')}`;
  return [words('Supervisors', supervisor_list), words('Supervisees', supervisee_list)].flat().join(' · ');
}

/** Credentials that have expired, or expire within 60 days. */
function ExpiryHint({ provider }: { provider: ProviderFile }) {
  const today = useToday();
  const marked = provider.credential_records.flatMap(({ name, expires_on }) => {
    const state = expiryState({ expires_on }, today);
    if (state === null || expires_on === null) return [];
    return [`${name} ${state === 'expired' ? 'expired' : 'expires'} on ${displayDay(expires_on)}.`];
  });
  if (marked.length === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{marked.join(' ')}</span>
    </p>
  );
}
