import { clientsByName } from '#db/people.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Select } from '#ui/select.tsx';
import { RenewalForm } from './renewal-form.tsx';

/** In the address, for the students of all clients. */
const EVERYBODY = 'all';

interface RenewalScreenProps {
  /** Empty until one is chosen. */
  client: string;
  onClient: (client: string) => void;
  onDone: () => void;
}

/** Renews the services of all active students of a client. */
export function RenewalScreen({ client, onClient, onDone }: RenewalScreenProps) {
  const clients = useLocal(clientsByName, []) ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="New year"
        description="Renew assigned services for a fiscal year and move grades up. Nothing changes before you press Renew."
      />
      <Field label="Client" className="max-w-md" required>
        <Select value={client} onChange={({ target }) => onClient(target.value)}>
          <option value="">Choose…</option>
          <option value={EVERYBODY}>All clients</option>
          {clients
            .filter(({ active }) => active === 1)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
      {client === '' ? (
        <EmptyState title="Choose a client">
          To renew only some students, select them in Students and press Renew.
        </EmptyState>
      ) : (
        <RenewalForm
          key={client}
          students={null}
          client={client === EVERYBODY ? null : client}
          onDone={onDone}
        />
      )}
    </div>
  );
}
