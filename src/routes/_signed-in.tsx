import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';

/** Every screen below needs somebody who is signed in; others are asked to, and come back. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const device = await context.signIn.settled();
    if (device === null) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    // Awaited here: a part that comes only while React renders is held back for a third of a second.
    const { Shell, UserMenu } = await context.loadSurroundings();
    return { device, db: device.workspace.db, user: device.profile, Shell, UserMenu };
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
