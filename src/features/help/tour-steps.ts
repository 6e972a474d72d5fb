export interface TourStep {
  title: string;
  text: string;
  /** The label of what the step is about, which is marked on the screen. */
  marks?: string;
}

const WELCOME: TourStep = {
  title: 'Welcome to Caseload',
  text: 'A minute about what you need every day. Skip it if you like: Help has all of this.',
};
const OFFLINE: TourStep = {
  title: 'Work anywhere',
  text: "Without a connection, keep working. What you enter is saved on this device, and sent once you're back online. The status at the top tells you what hasn't been sent.",
  marks: 'Sync',
};

const WIDE: readonly TourStep[] = [
  WELCOME,
  {
    title: 'Find your way',
    text: 'Your screens are in the menu at the side. To find a person, a screen, or an action, press Ctrl+K, or ⌘K on a Mac.',
  },
  OFFLINE,
  {
    title: 'Get help',
    text: 'Help opens at the page about the screen you are on, offline too.',
    marks: 'Help',
  },
  {
    title: 'Ask your office',
    text: "If something is broken or you need someone, press Support. You'll find the answers in your user menu, under Tickets.",
    marks: 'Support',
  },
];

const NARROW: readonly TourStep[] = [
  WELCOME,
  {
    title: 'Your whole day is here',
    text: 'Sessions, SOAP notes, lunch, and your timecard are on this screen. Tap an entry to open it.',
  },
  OFFLINE,
  { title: 'Get help', text: 'Help and Support are in the user menu at the top.' },
];

/** What the first-run tour says: the narrow layout has one screen and no menu. */
export function tourSteps(isNarrow: boolean): readonly TourStep[] {
  return isNarrow ? NARROW : WIDE;
}
