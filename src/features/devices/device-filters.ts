// By itself, because the address is read before anything of the list is loaded.
export const DEVICE_FILTERS = ['all', 'unsent', 'lost', 'outdated'] as const;
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

export const FILTER_LABELS: Record<DeviceFilter, string> = {
  all: 'All devices',
  unsent: 'With unsent work',
  lost: 'Reported lost',
  outdated: 'With an older app',
};
