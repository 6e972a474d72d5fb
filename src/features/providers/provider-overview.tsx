import type { ReactNode } from 'react';
import type { ProviderFile } from '#contract/providers.ts';
import type { Invitation } from '#contract/users.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { roleLabel } from '#domain/access/roles.ts';
import { invitationWords } from '#domain/access/user-rules.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { expiryState } from '#domain/providers/provider-rules.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { EmailLink, PhoneLink } from '#screens/contact-links.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useNow, useToday } from '#screens/device/today.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { ExpiryBadge } from './expiry-badge.tsx';

interface ProviderOverviewProps {
  provider: ProviderFile;
  /** Null for people who have chosen a password, and for readers who can't invite them. */
  invitation: Invitation | null;
  /** Weekly hours and time off. */
  availability: ReactNode;
  linkTo: (id: string, name: string) => ReactNode;
}

const label = (field: keyof ProviderFile) => fieldLabel('provider_account', field);

/** How to reach a provider, what they do and for whom, their credentials, and their employment. */
export function ProviderOverview({ provider, invitation, availability, linkTo }: ProviderOverviewProps) {
  const { profile } = useSignedIn();
  const now = new Date(useNow(60_000)).toISOString();
  const isOffice = seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  const { phone, email, student_count, max_caseload } = provider;
  const people = (list: ProviderFile['supervisor_list']) =>
    list.length === 0
      ? 'None'
      : list.map(({ id, name }) => (
          <span key={id} className="block">
            {linkTo(id, name)}
          </span>
        ));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title="Work">
        <Fact name="Role">{roleLabel(provider.role)}</Fact>
        <Fact name={fieldLabel('provider', 'supervisors')}>{people(provider.supervisor_list)}</Fact>
        {provider.supervisee_list.length > 0 && (
          <Fact name="Supervisees">{people(provider.supervisee_list)}</Fact>
        )}
        <Fact name={fieldLabel('provider', 'needs_co_sign')}>{provider.needs_co_sign ? 'Yes' : 'No'}</Fact>
        <Fact name="Active students">
          {student_count}
          {max_caseload !== null && ` (maximum ${max_caseload})`}
          {max_caseload !== null && student_count > max_caseload && (
            <span className="block text-warning">
              {student_count - max_caseload} more than the maximum caseload
            </span>
          )}
        </Fact>
        {provider.availability !== '' && (
          <Fact name={label('availability')}>{textOr(provider.availability)}</Fact>
        )}
        {provider.time_off !== '' && <Fact name={label('time_off')}>{textOr(provider.time_off)}</Fact>}
      </Section>
      <CredentialsCard provider={provider} />
      {availability}
      <Section title="Contact and login">
        <Fact name="Email">
          <EmailLink email={email} name={providerName(provider)} />
        </Fact>
        <Fact name={label('phone')}>
          {phone === '' ? 'Not entered' : <PhoneLink phone={phone} name={providerName(provider)} />}
        </Fact>
        <Fact name="User name">{provider.username}</Fact>
        {invitation !== null && <Fact name="Invitation">{invitationWords(invitation, now)}</Fact>}
      </Section>
      {isOffice && (
        <Section title="Employment">
          <Fact name="Employment type">{employmentLabel(provider.emp)}</Fact>
          <Fact name={label('payroll_id')}>{textOr(provider.payroll_id)}</Fact>
          <Fact name={label('hired_on')}>{dayOr(provider.hired_on)}</Fact>
          <Fact name={label('left_on')}>{dayOr(provider.left_on)}</Fact>
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <FactList>{children}</FactList>
      </CardContent>
    </Card>
  );
}

function CredentialsCard({ provider }: { provider: ProviderFile }) {
  const today = useToday();
  const { license_number, license_state, credential_records } = provider;
  const sorted = [...credential_records].sort((a, b) =>
    (a.expires_on ?? '9999').localeCompare(b.expires_on ?? '9999'),
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>Credentials</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <FactList>
          <Fact name={label('license_number')}>
            {license_number === '' ? 'Not entered' : `${license_number} (${license_state})`}
          </Fact>
          <Fact name={label('npi')}>{textOr(provider.npi)}</Fact>
          <Fact name={label('taxonomy_code')}>{textOr(provider.taxonomy_code)}</Fact>
        </FactList>
        {sorted.length > 0 && (
          <ul
            className="grid gap-2.5 border-border border-t pt-4 text-sm"
            aria-label={label('credential_records')}
          >
            {sorted.map(({ name, number, expires_on }) => (
              <li key={`${name} ${number}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="font-medium">{name}</span>
                {number !== '' && <span className="text-muted-foreground">{number}</span>}
                {expires_on !== null && (
                  <span>
                    {expiryState({ expires_on }, today) === 'expired' ? 'Expired' : 'Expires'}{' '}
                    {displayDay(expires_on)}
                  </span>
                )}
                <ExpiryBadge expires_on={expires_on} today={today} />
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function textOr(text: string): ReactNode {
  return text === '' ? 'Not entered' : <span className="whitespace-pre-line">{text}</span>;
}

function dayOr(day: string | null): string {
  return day === null ? 'Not entered' : displayDay(day);
}
