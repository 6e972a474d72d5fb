import { createFileRoute, redirect } from '@tanstack/react-router';
import type { OpenedWrite } from '#db/outbox.ts';
import { SyncCenter } from '#features/sync-center/sync-center.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { currentViewport } from '#ui/viewport.ts';
import { HandedToYou } from './-handed-to-you.tsx';

export const Route = createFileRoute('/_signed-in/sync')({
  staticData: { title: 'Sync center', permission: 'account.use', reads: 'nothing' },
  // On a phone it opens over My Sessions.
  beforeLoad: () => {
    if (currentViewport() === 'narrow') throw redirect({ to: '/my-sessions', search: { open: 'sync' } });
  },
  component: SyncCenterScreen,
});

function SyncCenterScreen() {
  const navigate = Route.useNavigate();
  const edit = (write: OpenedWrite) => {
    if (write.entity === 'session') {
      void navigate({ to: '/my-sessions/info/$id', params: { id: write.entity_id }, search: { edit: true } });
    } else void navigate({ to: '/my-sessions', search: { lunch: write.entity_id } });
  };
  return (
    <div className="grid gap-6">
      <PageHeader title="Sync center" description="Your changes, from this device to the server." />
      <SyncCenter onEdit={edit} handedToYou={<HandedToYou />} />
    </div>
  );
}
