import { NewRecord } from '#screens/list/new-record.tsx';
import { ProviderForm } from './provider-form.tsx';

export function NewProvider({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    <NewRecord<string>
      label="Add provider"
      form={(leads) => <ProviderForm provider={null} {...leads} />}
      onOpen={onOpen}
    />
  );
}
