import { useState } from 'react';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Field } from '#ui/field.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { OrderDialog } from './order-dialog.tsx';

interface SupervisorDialogProps {
  /** Of the selected providers. */
  records: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

const askForSupervisors = (api: ApiClient) => api.call('provider.list-supervisors');

/** Moves providers to another supervisor. */
export function SupervisorDialog({ records, onClose, onDone }: SupervisorDialogProps) {
  const { result = [], problem } = useServerData(askForSupervisors);
  const [supervisor, setSupervisor] = useState('');
  return (
    <OrderDialog
      title="Change the supervisor"
      about="The supervisor replaces these providers' current ones, and co-signs their notes starting today."
      label="Change"
      order={supervisor === '' ? null : { kind: 'set-supervisor', records: [...records], supervisor }}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label="Supervisor" error={problem ?? undefined} required>
        <Select value={supervisor} onChange={({ target }) => setSupervisor(target.value)}>
          <NamedOptions items={result} />
        </Select>
      </Field>
    </OrderDialog>
  );
}
