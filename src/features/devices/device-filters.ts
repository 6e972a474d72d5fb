// In its own file because the URL is parsed before the list is loaded.
const SHOWN = ['unsent', 'lost', 'outdated'] as const;
export type DeviceFilter = (typeof SHOWN)[number];
export const DEVICE_FILTERS = { search: 'words', show: SHOWN } as const;
