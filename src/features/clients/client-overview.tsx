import type { ReactNode } from 'react';
import { fieldLabel } from '#entities/words/words.ts';
import { EmailLink, PhoneLink } from '#screens/contact-links.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import type { ClientFacts } from './client-facts.ts';

interface ClientOverviewProps {
  facts: ClientFacts;
  linkTo: (id: string, name: string) => ReactNode;
}

/** Who looks after the client, where it is, whom to call, and which clients belong to it. */
export function ClientOverview({ facts: { client, members }, linkTo }: ClientOverviewProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader>
          <CardTitle>Client</CardTitle>
        </CardHeader>
        <CardContent>
          <FactList>
            <Fact name={fieldLabel('client_account', 'manager')}>{client.manager_name ?? 'None'}</Fact>
            <Fact name={fieldLabel('client_account', 'regions')}>
              {client.region_list.length === 0
                ? 'None'
                : client.region_list.map(({ id, name, region_number }) => (
                    <span key={id} className="block">
                      {name}
                      {region_number !== '' && (
                        <span className="text-muted-foreground"> No. {region_number}</span>
                      )}
                    </span>
                  ))}
            </Fact>
            <Fact name={fieldLabel('client', 'needs_codes')}>{client.needs_codes ? 'Yes' : 'No'}</Fact>
            <Fact name="Active students">{client.student_count.toLocaleString('en-US')}</Fact>
            {members.length > 0 && (
              <Fact name="Clients of this district">
                {members.map(({ id, name }) => (
                  <span key={id} className="block">
                    {linkTo(id, name)}
                  </span>
                ))}
              </Fact>
            )}
          </FactList>
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Contacts</CardTitle>
        </CardHeader>
        <CardContent>
          {client.contacts.length === 0 ? (
            <p className="text-muted-foreground text-sm">No contacts yet. Choose Edit to add one.</p>
          ) : (
            <ul className="grid gap-4 text-sm">
              {client.contacts.map(({ name, role, email, phone }) => (
                <li key={`${name} ${email} ${phone}`} className="grid gap-0.5 break-words">
                  <span>
                    <span className="font-medium">{name}</span>
                    {role !== '' && <span className="text-muted-foreground"> {role}</span>}
                  </span>
                  <span className="flex flex-wrap gap-x-4">
                    {phone !== '' && <PhoneLink phone={phone} name={name} />}
                    {email !== '' && <EmailLink email={email} name={name} />}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </CardContent>
      </Card>
    </div>
  );
}
