export const TIME_FORMATS = ['12h', '24h'] as const;

/** How times of day are written: "2:30 PM" or "14:30". */
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** For everyone who hasn't chosen. */
export const USUAL_TIME_FORMAT: TimeFormat = '12h';
