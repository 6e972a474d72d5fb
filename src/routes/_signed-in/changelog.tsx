import { createFileRoute } from '@tanstack/react-router';
import { Changelog } from '#features/help/changelog.tsx';

export const Route = createFileRoute('/_signed-in/changelog')({
  staticData: { title: 'Changelog', permission: 'account.use', reads: 'nothing' },
  component: Changelog,
});
