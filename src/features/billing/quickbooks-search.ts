import { addressOf } from '#screens/address.ts';

// In its own file: the URL is parsed before the screen is loaded.
export const quickBooksSearch = addressOf({ from: 'day', to: 'day' });
export type QuickBooksSearch = ReturnType<typeof quickBooksSearch>;
