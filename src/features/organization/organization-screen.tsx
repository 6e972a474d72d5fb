import { Pencil, Plus } from 'lucide-react';
import type { MealPolicyRow, OrganizationSettings } from '#contract/organization.ts';
import { MEAL_POLICY, type MealPolicy, policyOn } from '#domain/lunch/meal-policy.ts';
import { PAY_PERIOD_KIND_LABELS } from '#domain/payroll/pay-period-rules.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';
import { type KnownOrganization, useOrganization } from '#screens/device/known-organization.tsx';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { LogoCard } from './logo-card.tsx';
import { MealPolicyForm } from './meal-policy-form.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { PayFileForm } from './pay-file-form.tsx';

interface Answer {
  settings: OrganizationSettings;
  policies: MealPolicyRow[];
}

async function ask(api: ApiClient): Promise<Answer> {
  const [settings, policies] = await Promise.all([
    api.call('organization.read'),
    api.call('meal-policy.list'),
  ]);
  return { settings, policies };
}

/** The organization's name, logo, clock, rule for pay periods, and meal policies. */
export function OrganizationScreen() {
  const answer = useKeptAnswer('organization-settings', '{}', ask);
  const known = useOrganization();
  const reload = async () => {
    await Promise.all([answer.reload(), known.reload()]);
  };
  return (
    <ServerData name="the organization" state={answer}>
      {(result) => <Organization {...result} known={known} reload={reload} />}
    </ServerData>
  );
}

/** The layout of the organization's own pay file. */
function PayFileCard({ settings, reload }: { settings: OrganizationSettings; reload: () => Promise<void> }) {
  const edit = useRecordEdit<OrganizationSettings>();
  const { pay_file_columns: columns, pay_file_codes: codes } = settings;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Pay file</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3">
        {columns.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            Payroll runs export the usual pay file. Set a layout if your payroll service wants other columns
            or codes.
          </p>
        ) : (
          <FactList>
            <Fact name={fieldLabel('organization', 'pay_file_columns')}>
              {fieldWords('organization', 'pay_file_columns', columns, {})}
            </Fact>
            {codes.length > 0 && (
              <Fact name={fieldLabel('organization', 'pay_file_codes')}>
                {fieldWords('organization', 'pay_file_codes', codes, {})}
              </Fact>
            )}
          </FactList>
        )}
        <Button variant="outline" onClick={() => edit.open(settings)}>
          <Pencil aria-hidden="true" />
          {columns.length === 0 ? 'Set a layout' : 'Edit pay file layout'}
        </Button>
      </CardContent>
      {edit.form((_, { onClose }) => (
        <PayFileForm
          settings={settings}
          // Also after a refused save: someone else may have changed the settings.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </Card>
  );
}

interface OrganizationProps extends Answer {
  known: KnownOrganization;
  reload: () => Promise<void>;
}

function Organization({ settings, policies, known, reload }: OrganizationProps) {
  const edit = useRecordEdit<OrganizationSettings>();
  const label = (field: string) => fieldLabel('organization', field);
  const countsWeeks = settings.pay_period_kind === 'weekly' || settings.pay_period_kind === 'biweekly';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Organization"
        description="Name, address, logo, clock, and the rules for pay periods and meals."
        actions={
          <Button variant="outline" onClick={() => edit.open(settings)}>
            <Pencil aria-hidden="true" />
            Edit organization
          </Button>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>Settings</CardTitle>
          </CardHeader>
          <CardContent>
            <FactList>
              <Fact name={label('name')}>{settings.name || settings.configured_name || 'None'}</Fact>
              <Fact name={label('address')}>
                <span className="whitespace-pre-line">{settings.address || 'None'}</span>
              </Fact>
              <Fact name={label('payment_instructions')}>
                <span className="whitespace-pre-line">{settings.payment_instructions || 'None'}</span>
              </Fact>
              <Fact name={label('uses_24_hour_clock')}>{settings.uses_24_hour_clock ? 'Yes' : 'No'}</Fact>
              <Fact name={label('pay_period_kind')}>{PAY_PERIOD_KIND_LABELS[settings.pay_period_kind]}</Fact>
              {countsWeeks && (
                <Fact name={label('pay_period_anchor')}>{displayDay(settings.pay_period_anchor)}</Fact>
              )}
              <Fact name="Time zone">
                Pacific time
                <span className="block text-muted-foreground text-xs leading-4">
                  All days, pay periods, and meal findings use it, so it can't be changed.
                </span>
              </Fact>
            </FactList>
          </CardContent>
        </Card>
        <LogoCard logo={known.logo} version={settings.version} onDone={reload} />
      </div>
      <PayFileCard settings={settings} reload={reload} />
      <MealPolicies policies={policies} today={settings.today} reload={reload} />
      {edit.form((_, { onClose }) => (
        <OrganizationForm
          settings={settings}
          // Also after a refused save: someone else may have changed the settings.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}

interface MealPoliciesProps {
  policies: readonly MealPolicyRow[];
  today: string;
  reload: () => Promise<void>;
}

function MealPolicies({ policies, today, reload }: MealPoliciesProps) {
  const edit = useRecordEdit<MealPolicyRow>();
  const versions = policies.map((row): MealPolicy => ({ ...row, version: row.policy_version }));
  const current = policyOn(versions, today);
  const shown = [MEAL_POLICY, ...versions].reverse();
  return (
    <section aria-label="Meal policy" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-lg">Meal policy</h2>
        <Button variant="outline" onClick={edit.openNew}>
          <Plus aria-hidden="true" />
          Add version
        </Button>
      </div>
      <p className="text-muted-foreground text-sm">
        Each day is checked against the version active that day. Once a version starts, it can't be changed.
      </p>
      <ul aria-label="Versions" className="grid gap-3 lg:grid-cols-2">
        {shown.map((policy) => {
          const row = policies.find(({ policy_version }) => policy_version === policy.version);
          const isAhead = policy.starts_on > today;
          return (
            <li key={policy.version}>
              <Card>
                <CardHeader>
                  <CardTitle className="flex flex-wrap items-center gap-2">
                    {row === undefined ? 'Built-in limits' : `From ${displayDay(policy.starts_on)}`}
                    {policy.version === current.version && <Badge variant="success">Active</Badge>}
                    {isAhead && <Badge variant="warning">Upcoming</Badge>}
                  </CardTitle>
                </CardHeader>
                <CardContent className="grid gap-3">
                  <Limits policy={policy} />
                  {isAhead && row !== undefined && (
                    <Button variant="outline" className="justify-self-start" onClick={() => edit.open(row)}>
                      <Pencil aria-hidden="true" />
                      Edit version {policy.version}
                    </Button>
                  )}
                </CardContent>
              </Card>
            </li>
          );
        })}
      </ul>
      {edit.form((policy, { onClose }) => (
        <MealPolicyForm
          policy={policy}
          current={current}
          others={policies}
          today={today}
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </section>
  );
}

function Limits({ policy }: { policy: MealPolicy }) {
  const label = (field: string) => fieldLabel('meal_policy', field);
  const minutes = (count: number) => `${count} minutes`;
  return (
    <FactList>
      <Fact name={label('policy_version')}>{policy.version}</Fact>
      <Fact name={label('first_meal_after_minutes')}>{minutes(policy.first_meal_after_minutes)}</Fact>
      <Fact name={label('first_waivable_to_minutes')}>{minutes(policy.first_waivable_to_minutes)}</Fact>
      <Fact name={label('second_meal_after_minutes')}>{minutes(policy.second_meal_after_minutes)}</Fact>
      <Fact name={label('second_waivable_to_minutes')}>{minutes(policy.second_waivable_to_minutes)}</Fact>
      <Fact name={label('shortest_meal_minutes')}>{minutes(policy.shortest_meal_minutes)}</Fact>
    </FactList>
  );
}
