import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';

/** Every screen below needs somebody who is signed in; others are asked to, and come back. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const device = await context.signIn.settled();
    if (device === null) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    return { device, db: device.workspace.db, user: device.profile };
  },
  component: SignedInLayout,
});

function SignedInLayout() {
  const { Shell, device } = Route.useRouteContext();
  return (
    <Shell device={device}>
      <Outlet />
    </Shell>
  );
}
