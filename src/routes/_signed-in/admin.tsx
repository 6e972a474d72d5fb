import { createFileRoute, Outlet } from '@tanstack/react-router';

/** Whoever may not use the administration finds nothing below it, whatever else they may. */
export const Route = createFileRoute('/_signed-in/admin')({
  staticData: { title: 'Admin', permission: 'admin.use' },
  component: Outlet,
});
