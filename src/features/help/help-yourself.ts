import type { HelpPage } from './help-page.ts';

/** Your own device, profile, and tickets. */
export const ownPages: readonly HelpPage[] = [
  {
    id: 'offline',
    title: 'Work offline',
    about: 'What is saved where, and what needs your attention',
    screens: ['/sync'],
    sections: [
      {
        heading: 'What the words mean',
        text: 'Saved on this device: it is stored here, encrypted. Syncing: it is on its way. All changes synced: the server has everything. Needs attention: the server did not accept a change, and you decide.',
      },
      {
        heading: 'Before you log out',
        text: 'If something has not synced, you are told. Log out and keep leaves it encrypted on this device until you log in here again. No one else can read or send it.',
      },
      {
        heading: 'A change needs attention',
        steps: [
          'Press the sync status at the top to open the Sync center.',
          'Read why the change was not accepted.',
          'Edit and send it, send it again, export it, or discard it.',
        ],
      },
    ],
  },
  {
    id: 'profile',
    title: 'Your profile, password, and devices',
    about: 'What only you can change',
    screens: ['/provider/my-profile'],
    sections: [
      {
        heading: 'Profile',
        text: 'Open it from the user menu. It shows who you are here, and lets you change your password and turn your calendar link on or off.',
      },
      {
        heading: 'Availability and time off',
        text: 'If you deliver services, enter when you can be planned in a week, and the days on which you are off. People who plan for you see it and get a warning.',
      },
      {
        heading: 'Your devices',
        text: 'See where you are logged in, and log out any other device. If a device is lost, tell your office at once: it can report it lost.',
      },
      {
        heading: 'Notifications',
        text: 'Everything that you were told is kept under Notifications. Below it, choose when emails come and your quiet hours, and turn on push notifications for this device.',
      },
    ],
  },
  {
    id: 'support',
    title: 'Support tickets and feedback',
    about: 'Get help, follow your tickets, tell us what you think',
    screens: ['/tickets', '/feedback', '/changelog'],
    sections: [
      {
        heading: 'Submit a ticket',
        steps: [
          'Press Support at the top. On a phone it is in the user menu.',
          'Choose the support type: Bug/Issue, Payroll, Service/Support Request, Site Requests, or Timecard/My Hours.',
          "Enter a title and a description. Don't include student names.",
          'Press Submit. Offline, the ticket is saved on this device and sent once you are back online.',
        ],
      },
      {
        heading: 'Follow it',
        text: 'In the user menu, open Tickets, then Open or Closed. On a ticket you can comment, attach files, close it, and reopen it. You see your own tickets; your office sees all.',
      },
      {
        heading: 'Feedback',
        text: 'Feedback in the user menu is for what you like and what you miss. For a problem, submit a ticket.',
      },
    ],
  },
  {
    id: 'home',
    title: 'Home',
    about: 'What you have to do now',
    screens: ['/home'],
    sections: [
      {
        heading: 'What you find here',
        text: 'Home lists what you have to do: sessions to log, notes to write or co-sign, requests to decide. Providers see their day and week first. Press an entry to open it.',
      },
      {
        heading: 'Find anything',
        text: 'Press Ctrl+K, or ⌘K on a Mac, to find people, screens, and actions, offline too.',
      },
    ],
  },
];
