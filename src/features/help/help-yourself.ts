import type { HelpPage } from './help-page.ts';

/** Your own device, profile, and tickets. */
export const ownPages: readonly HelpPage[] = [
  {
    id: 'offline',
    title: 'Work offline',
    about: 'Where your work is saved, and what needs your attention',
    screens: ['/sync'],
    sections: [
      {
        heading: 'What the words mean',
        text: "Saved on this device: stored here, encrypted. Syncing: being sent now. All changes synced: the server has everything. Needs attention: the server didn't accept a change, and you decide what to do.",
      },
      {
        heading: 'Before you log out',
        text: "If something hasn't synced, we tell you. Log out and keep leaves it encrypted on this device until you log in here again. No one else can read or send it.",
      },
      {
        heading: 'A change needs attention',
        steps: [
          'Press the sync status at the top to open the Sync center.',
          "Read why the change wasn't accepted.",
          'Edit and send it, send it again, export it, or discard it.',
        ],
      },
    ],
  },
  {
    id: 'profile',
    title: 'Your profile, password, and devices',
    about: 'Settings only you can change',
    screens: ['/provider/my-profile'],
    sections: [
      {
        heading: 'Profile',
        text: 'Open it from the user menu. It shows your details, and lets you change your password and turn your calendar link on or off.',
      },
      {
        heading: 'Availability and time off',
        text: 'If you deliver services, enter your weekly hours and days off. People who schedule for you see them and get a warning.',
      },
      {
        heading: 'Your devices',
        text: "See where you're logged in, and log out any other device. If you lose a device, tell your office right away so they can report it lost.",
      },
      {
        heading: 'Notifications',
        text: 'Your notifications are kept under Notifications. Below them, choose when you get emails, set quiet hours, and turn on push notifications and the number on the app icon for this device.',
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
          "Press Support at the top. On a phone, it's in the user menu.",
          'Choose the support type: Bug/Issue, Payroll, Service/Support Request, Site Requests, or Timecard/My Hours.',
          "Enter a title and a description. Don't include student names.",
          'When something is broken, you can attach a diagnostic copy of this device. You see what is sent: screens, requests, and errors of the last 10 minutes, sync status, counts, times, versions, and random IDs.',
          'Press Submit. Offline, the ticket is saved on this device and sent once you are back online.',
        ],
      },
      {
        heading: 'Follow your tickets',
        text: 'In the user menu, open Tickets, then Open or Closed. On a ticket you can comment, attach files, close it, and reopen it. You see your own tickets; your office sees all.',
      },
      {
        heading: 'Feedback',
        text: "Use Feedback in the user menu to tell us what you like and what's missing. If you have a problem, submit a ticket.",
      },
    ],
  },
  {
    id: 'home',
    title: 'Home',
    about: 'What you need to do now',
    screens: ['/home'],
    sections: [
      {
        heading: "What's on Home",
        text: 'Home lists what you need to do: sessions to log, notes to write or co-sign, requests to review. Providers see their day and week first. Press an item to open it.',
      },
      {
        heading: 'Find anything',
        text: 'Press Ctrl+K, or ⌘K on a Mac, to find people, screens, and actions, even offline. The magnifying glass in the header does the same. Press ? for all keyboard shortcuts.',
      },
    ],
  },
];
