// By itself, because the address is read before anything of the list is loaded.
const SHOWN = ['unsent', 'lost', 'outdated'] as const;
export type DeviceFilter = (typeof SHOWN)[number];
export const DEVICE_FILTERS = { search: 'words', show: SHOWN } as const;
