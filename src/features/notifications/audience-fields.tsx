import { useCallback, useId } from 'react';
import { knownRole, ROLES, roleLabel } from '#domain/access/roles.ts';
import { type Audience, isNobody } from '#domain/notifications/message-audience.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { MultiCombobox } from '#ui/combobox.tsx';
import { ControlError, Field } from '#ui/field.tsx';
import { Label } from '#ui/label.tsx';

async function readChoices(api: ApiClient) {
  const [users, regions, clients] = await Promise.all([
    api.call('user.list'),
    api.call('region.list'),
    api.call('client.list'),
  ]);
  return {
    clients,
    users: users.filter(({ is_active }) => is_active),
    regions: regions.filter((one) => !one.archived),
  };
}

interface AudienceFieldsProps {
  value: Audience;
  problem: string | undefined;
  onChange: (audience: Audience) => void;
}

/** Who gets a message, and how many people that are. */
export function AudienceFields({ value, problem, onChange }: AudienceFieldsProps) {
  const id = useId();
  const choices = useServerData(readChoices).result;
  const roles = Object.values(ROLES);
  const change = (next: Partial<Audience>) => onChange({ ...value, ...next });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-sm">Who gets it</legend>
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={`${id}all`}
          name="audience"
          checked={value.is_everyone}
          onCheckedChange={(next) => change({ is_everyone: next === true })}
        />
        <Label htmlFor={`${id}all`}>Everyone with a login</Label>
      </div>
      {!value.is_everyone && (
        <>
          <div className="flex flex-wrap gap-x-5 gap-y-2.5">
            {roles.map((role) => (
              <span key={role} className="flex items-center gap-2.5">
                <Checkbox
                  id={`${id}${role}`}
                  checked={value.roles.includes(role)}
                  onCheckedChange={(next) =>
                    change({
                      roles: roles.filter((one) =>
                        one === role ? next === true : value.roles.includes(one),
                      ),
                    })
                  }
                />
                <Label htmlFor={`${id}${role}`}>{roleLabel(role)}</Label>
              </span>
            ))}
          </div>
          <Field
            label="Clients"
            description="Providers of their students, and their managers. A district includes its clients."
          >
            <MultiCombobox
              searchLabel="Search clients"
              placeholder="No clients"
              value={value.clients}
              options={(choices?.clients ?? []).map((one) => ({ value: one.id, label: one.name }))}
              onValueChange={(clients) => change({ clients })}
            />
          </Field>
          <Field label="Regions">
            <MultiCombobox
              searchLabel="Search regions"
              placeholder="No regions"
              value={value.regions}
              options={(choices?.regions ?? []).map((one) => ({ value: one.id, label: one.name }))}
              onValueChange={(regions) => change({ regions })}
            />
          </Field>
          <Field label="People">
            <MultiCombobox
              searchLabel="Search people"
              placeholder="Choose people"
              value={value.people}
              options={(choices?.users ?? []).map((one) => ({
                ...{ value: one.id, label: one.name },
                ...(knownRole(one.role) === null ? {} : { hint: roleLabel(one.role) }),
              }))}
              onValueChange={(people) => change({ people })}
            />
          </Field>
        </>
      )}
      {problem !== undefined && <ControlError>{problem}</ControlError>}
      {!isNobody(value) && <AudienceCount audience={JSON.stringify(value)} />}
    </fieldset>
  );
}

function AudienceCount({ audience }: { audience: string }) {
  const answer = useServerData(
    useCallback(
      (api: ApiClient) => api.call('admin-message.audience', { body: { audience: JSON.parse(audience) } }),
      [audience],
    ),
  );
  const found = answer.result;
  const words = answer.problem ?? (found === undefined ? 'Counting…' : reachWords(found));
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {words}
    </p>
  );
}

function reachWords({ people, names }: { people: number; names: string[] }): string {
  if (people === 0) return 'Reaches no one.';
  const more = people - names.length;
  return `Reaches ${counted(people, 'person', 'people')}: ${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}
