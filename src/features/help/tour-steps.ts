export interface TourStep {
  title: string;
  text: string;
  /** The label of what the step is about, which is marked on the screen. */
  marks?: string;
}

const WELCOME: TourStep = {
  title: 'Welcome to Caseload',
  text: "A one-minute tour of what you need every day. Skip it if you like. It's all in Help, too.",
};
const OFFLINE: TourStep = {
  title: 'Work anywhere',
  text: "Keep working without a connection. What you enter is saved on this device and sent once you're back online. The status at the top shows what hasn't been sent.",
  marks: 'Sync',
};

const WIDE: readonly TourStep[] = [
  WELCOME,
  {
    title: 'Find your way',
    text: 'Your screens are in the side menu. To find a person, screen, or action, press Ctrl+K (⌘K on a Mac).',
  },
  OFFLINE,
  {
    title: 'Get help',
    text: "Help opens to the page about the screen you're on, even offline.",
    marks: 'Help',
  },
  {
    title: 'Ask your office',
    text: "If something's broken or you need help, press Support. Replies are in the user menu, under Tickets.",
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
