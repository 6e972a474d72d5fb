import { addressOf } from '#screens/address.ts';

// In its own file: the URL is parsed before the screen is loaded.
export const generalRatesSearch = addressOf({ region: 'words' });
