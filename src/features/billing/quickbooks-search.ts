import { addressOf } from '#screens/address.ts';

// A file of its own: the URL is parsed before the screen is loaded.
export const quickBooksSearch = addressOf({ from: 'day', to: 'day' });
export type QuickBooksSearch = ReturnType<typeof quickBooksSearch>;
