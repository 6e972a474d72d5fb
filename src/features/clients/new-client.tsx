import { NewRecord } from '#screens/list/new-record.tsx';
import { ClientForm, type SavedClient } from './client-form.tsx';

export function NewClient({ onOpen }: { onOpen: (saved: SavedClient) => void }) {
  return (
    <NewRecord<SavedClient>
      label="Add client"
      form={(leads) => <ClientForm client={null} {...leads} />}
      onOpen={onOpen}
    />
  );
}
