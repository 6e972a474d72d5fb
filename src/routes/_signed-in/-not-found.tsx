import { useRouter } from '@tanstack/react-router';

/** The not-found page, if only the screen can tell. */
export function NotFound() {
  const Page = useRouter().options.defaultNotFoundComponent;
  return Page === undefined ? null : <Page isNotFound data={undefined} routeId="/_signed-in" />;
}
