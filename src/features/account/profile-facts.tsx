import { servicesByName } from '#db/catalog.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { namedProviders, providerName, withCredentials } from '#domain/providers/provider-name.ts';
import { usePeopleById } from '#screens/device/people-by-id.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';

interface ProfileFactsProps {
  supervisees: readonly { id: string; name: string }[];
}

/** What the office keeps of the person, as far as this device knows it. */
export function ProfileFacts({ supervisees }: ProfileFactsProps) {
  const { profile } = useSignedIn();
  const services = useLocal(servicesByName, []);
  const people = usePeopleById('provider');
  const own = people.get(profile.user_id);
  const supervisors = namedProviders((own?.supervisors ?? []).flatMap((id) => people.get(id) ?? []));
  const named = (ids: readonly string[]) => services?.filter(({ id }) => ids.includes(id)) ?? [];
  /** "None" only where nothing is left to arrive. */
  const areKnown = (ids: readonly string[]) => ids.length === 0 || named(ids).length > 0;
  const isLead = profile.auth === ROLES.serviceLead;
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Your details</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <FactList>
          {own !== undefined ? (
            <Fact name="Name">{withCredentials(providerName(own), own.credentials)}</Fact>
          ) : (
            profile.name !== undefined && <Fact name="Name">{profile.name}</Fact>
          )}
          <Fact name="User name">{profile.username}</Fact>
          <Fact name="Email">{profile.email}</Fact>
          <Fact name="Role">{roleLabel(profile.auth)}</Fact>
          <Fact name="Employment type">{employmentLabel(profile.emp)}</Fact>
          {own !== undefined && areKnown(own.services) && (
            <NamesFact name="Services" rows={named(own.services)} />
          )}
          {isLead && areKnown(profile.services) && (
            <NamesFact name="Services you lead" rows={named(profile.services)} />
          )}
          {supervisors.length > 0 && <NamesFact name="Supervisors" rows={supervisors} />}
          {supervisees.length > 0 && <NamesFact name="Supervisees" rows={supervisees} />}
        </FactList>
        <p className="text-muted-foreground text-sm">Ask your office to change anything that isn't right.</p>
      </CardContent>
    </Card>
  );
}

function NamesFact({ name, rows }: { name: string; rows: readonly { id: string; name: string }[] }) {
  return (
    <Fact name={name}>
      {rows.length === 0
        ? 'None'
        : rows.map((row) => (
            <span key={row.id} className="block">
              {row.name}
            </span>
          ))}
    </Fact>
  );
}
