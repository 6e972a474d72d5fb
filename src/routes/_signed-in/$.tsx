import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every address that no other route knows. */
export const Route = createFileRoute('/_signed-in/$')({
  staticData: { title: 'Page not found', reads: 'nothing' },
  loader: () => {
    throw notFound();
  },
});
