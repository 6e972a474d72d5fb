import { useRouter } from '@tanstack/react-router';

/** The page for an address that leads to nothing, where only the screen can tell. */
export function NotFound() {
  const Page = useRouter().options.defaultNotFoundComponent;
  return Page === undefined ? null : <Page isNotFound data={undefined} routeId="/_signed-in" />;
}
