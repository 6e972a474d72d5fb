import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';

/** Every screen below requires a login; others are redirected to it, and return. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const device = await context.signIn.settled();
    if (device === null) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    // Awaited here: a module that loads only during React's render is delayed by a third of a second.
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
