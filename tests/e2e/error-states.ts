import type { ERROR_ROWS } from './error-rows.ts';

export type Situation = (typeof ERROR_ROWS)[number]['situation'];

/**
 * What the network and the server do while a row's act is done: all is well; each call is answered with 500; what was
 * sent takes effect, but its answer is lost; no answer comes in time; no connection.
 */
export const STATES = ['online', 'failing', 'lost', 'late', 'offline'] as const;
export type State = (typeof STATES)[number];

/**
 * What there is after the act. Whatever the error catalogue says or logs besides is expected to be absent.
 */
export interface Shown {
  /** On the screen, to the letter. */
  shows: readonly string[];
  /** In the browser's log: the beginning of each. */
  logs?: readonly string[];
  /** The sync status. */
  sync?: RegExp;
}

/** A step of another story shows it, with these words. */
export interface ShownElsewhere {
  story: `${string}.spec.ts`;
  step: string;
  words: readonly string[];
}

/** The row has no meaning in this state. */
export interface CannotOccur {
  because: string;
}

type Cell = Shown | ShownElsewhere | CannotOccur;

interface Row {
  /** Whose page does it; null if all of its cells are elsewhere. */
  by: 'provider' | 'office' | null;
  online: Cell;
  offline: Cell;
  failing: Cell;
  /** Two more ways to fail, where they aren't the same as an answer of 500. */
  lost?: Cell;
  late?: Cell;
  /** Offline on a device that hasn't stored the app. */
  offlineWithoutWorker?: ShownElsewhere;
}

export function isShown(cell: Cell | undefined): cell is Shown {
  return cell !== undefined && 'shows' in cell;
}

const NOTHING: Shown = { shows: [] };
const SYNCED: Shown = { shows: [], sync: /^All changes synced$/ };
/** On the device, and sent later. */
const QUEUED: Shown = { shows: [], sync: /^(Offline · )?\d+ changes? to sync$/ };
/** Decided on the device alone. */
const everywhere = (words: string) => ({
  online: { shows: [words] },
  offline: { shows: [words] },
  failing: { shows: [words] },
});

const LAST_ANSWER = "Can't reach the server. Showing the last data we received.";
const FIRST_LOGIN_OFFLINE = "Can't reach the server, and you haven't logged in on this device before.";
const TICKET_SAVED = "Support ticket saved on this device. It's sent as soon as you're back online.";
const TICKET_FAILED = 'There has been an issue. Please try submitting again.';
const SITE_TICKET =
  'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.';
const SERVICE_TICKET =
  'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.';
const NOT_OK = 'Network response was not ok';

const inCatalogue = (step: string, ...words: string[]): ShownElsewhere => ({
  story: 'error-catalogue.spec.ts',
  ...{ step, words },
});
const inFailures = (step: string, ...words: string[]): ShownElsewhere => ({
  story: 'failures.spec.ts',
  ...{ step, words },
});

/** Each row of the error catalogue in each state. `error-states.spec.ts` walks it. */
export const ERROR_STATES = {
  'Login or password reset failure': {
    by: 'office',
    online: NOTHING,
    offline: inCatalogue(
      'a login or a password reset that fails',
      FIRST_LOGIN_OFFLINE,
      "Can't reach the server. Connect to a network and try again.",
    ),
    failing: inCatalogue('a login or a password reset that fails', 'Something went wrong!'),
    late: { shows: [FIRST_LOGIN_OFFLINE] },
  },
  'Session save or update error': {
    by: 'provider',
    online: SYNCED,
    offline: QUEUED,
    failing: QUEUED,
    lost: QUEUED,
  },
  'Timeout helper default': {
    by: 'office',
    online: NOTHING,
    offline: { shows: [LAST_ANSWER] },
    failing: inCatalogue('an answer that takes too long', 'Something went wrong!'),
  },
  'Lunch or timesheet reply not JSON': {
    by: 'office',
    online: NOTHING,
    offline: { shows: [LAST_ANSWER] },
    failing: inCatalogue('lunch cards and timesheets whose answer is not JSON', 'captive-portal'),
  },
  'Lunch acknowledgement count failure': {
    by: null,
    online: inCatalogue('the count of lunch cards to acknowledge is 0', 'to acknowledge$'),
    offline: inCatalogue('the count of lunch cards to acknowledge is 0', "'offline'", "'Lunch Cards'"),
    failing: inCatalogue('the count of lunch cards to acknowledge is 0', "'failing'", "'Lunch Cards'"),
  },
  'Logout failure': {
    by: 'office',
    online: NOTHING,
    offline: inCatalogue('a logout that fails clears the device all the same', 'cutOff'),
    failing: inCatalogue('a logout that fails clears the device all the same', 'server.failed'),
  },
  'Notification fetch or dismiss failure': {
    by: 'provider',
    online: SYNCED,
    offline: QUEUED,
    failing: QUEUED,
  },
  'Calendar event failure for a lunch entry': {
    by: 'provider',
    online: SYNCED,
    offline: QUEUED,
    failing: QUEUED,
  },
  'Attachment URL failure': {
    by: 'provider',
    online: NOTHING,
    offline: { shows: [], logs: ["Error fetching attachment URL: Can't reach the server."] },
    failing: { shows: [], logs: ['Error fetching attachment URL: Internal Server Error'] },
  },
  'No support category': { by: 'provider', ...everywhere('Please Select Support Type') },
  'Ticket creation not ok': {
    by: 'provider',
    online: { shows: [SERVICE_TICKET] },
    offline: { shows: [TICKET_SAVED] },
    failing: { shows: [TICKET_FAILED] },
    lost: { shows: [TICKET_SAVED] },
    late: { shows: [TICKET_SAVED] },
  },
  'Ticket ok, categories Bug/Issue and Site Requests': {
    by: 'provider',
    online: { shows: [SITE_TICKET] },
    offline: { shows: [TICKET_SAVED] },
    failing: { shows: [TICKET_FAILED] },
  },
  'Ticket ok, categories Service/Support, Payroll, Timecard/My Hours': {
    by: 'provider',
    online: { shows: [SERVICE_TICKET] },
    offline: { shows: [TICKET_SAVED] },
    failing: { shows: [TICKET_FAILED] },
  },
  'Empty signature': { by: 'provider', ...everywhere('Signature is required before acknowledging') },
  'Chunk-load failure': {
    by: 'provider',
    online: NOTHING,
    // The worker has every part.
    offline: NOTHING,
    offlineWithoutWorker: inFailures('offline, the page waits', "The page reloads when you're back online"),
    failing: inFailures('a part that is missing', 'Application Loading Error'),
  },
  'Other rendering error': {
    by: 'provider',
    online: NOTHING,
    offline: NOTHING,
    failing: inFailures('a part that breaks', 'Something went wrong.'),
    late: { because: 'What is rendered has been loaded: a part that comes late is a loading failure.' },
  },
  'Empty bell': { by: 'office', ...everywhere('No new messages.') },
  'Announcement fetch and acknowledgment failures': {
    by: 'provider',
    online: SYNCED,
    offline: { ...QUEUED, logs: [NOT_OK] },
    failing: { ...QUEUED, logs: [NOT_OK] },
    lost: QUEUED,
  },
} as const satisfies Record<Situation, Row>;

export type SituationOf<By extends Row['by']> = {
  [Name in Situation]: (typeof ERROR_STATES)[Name]['by'] extends By ? Name : never;
}[Situation];

/** A row's cell; absent if the state is the same as another one for it. */
export function cellOf(situation: Situation, state: Exclude<keyof Row, 'by'>): Cell | undefined {
  return (ERROR_STATES[situation] as Row)[state];
}

/** Logged by rows that are only logged. */
export const LOGGED = [NOT_OK, 'Error fetching attachment URL: ', 'The calendar event of lunch break '];
