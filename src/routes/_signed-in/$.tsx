import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every URL that no other route matches. */
export const Route = createFileRoute('/_signed-in/$')({
  staticData: { title: 'Page not found', reads: 'nothing' },
  loader: () => {
    throw notFound();
  },
});
