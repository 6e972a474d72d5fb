import { createFileRoute, Outlet } from '@tanstack/react-router';

/** People without access to Admin find nothing below it, whatever else they may open. */
export const Route = createFileRoute('/_signed-in/admin')({
  staticData: { title: 'Admin', permission: 'admin.use' },
  component: Outlet,
});
