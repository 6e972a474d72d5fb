import { type Area, EVERYONE, OFFICE, STAFF } from './matrix-people.ts';

/** Devices: own ones; the office reports any as lost. */
export const DEVICES_AREA: Area[] = [
  {
    // Of another person's device there is no key, as of an unknown one.
    calls: ['device.read-escrow'],
    kind: 'device',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
    isBlank: true,
  },
  {
    // A device may hold several people: registering an id is always your own.
    calls: ['device.register', 'sync.follow'],
    kind: 'device',
    may: EVERYONE,
    who: { paula: EVERYONE, otto: EVERYONE },
    anyId: true,
  },
  {
    calls: ['device.report-lost'],
    kind: 'device',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE },
  },
  {
    // Handed over: for the author's supervisor and leads; of lost devices only for the office.
    calls: ['quarantine.accept', 'quarantine.refuse'],
    kind: 'held',
    may: `${STAFF} sven`,
    who: { paula: STAFF, otto: `${OFFICE} sven`, lost: OFFICE },
  },
  { calls: ['audit.read'], kind: 'audit', may: OFFICE, who: { one: OFFICE } },
];
