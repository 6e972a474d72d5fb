import { createFileRoute } from '@tanstack/react-router';
import { OrganizationScreen } from '#features/organization/organization-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/organization')({
  staticData: { title: 'Organization', permission: 'organization.record', reads: 'recent' },
  component: OrganizationScreen,
});
