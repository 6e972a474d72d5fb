import type { HelpPage } from './help-page.ts';

/** Who does what, for each role. */
export const rolePages: readonly HelpPage[] = [
  {
    id: 'provider',
    role: '2',
    title: 'For providers',
    about: 'Your day, from the first session to the timesheet',
    screens: [],
    sections: [
      {
        heading: 'Your day on the phone',
        text: 'My Sessions is all you need in a school: it works without a connection from morning to night. Everything you save stays on your device and syncs when you are back online.',
        steps: [
          'Open My Sessions. Today is already there, with the sessions you planned.',
          'Tap a planned session to log it, or press Add session.',
          'Write the SOAP note from the session, and sign it when it is complete.',
          'Press Add lunch, or start and end lunch on your timecard.',
          'At the end of the day, press Clock out on the timecard.',
        ],
      },
      {
        heading: 'At the end of the pay period',
        steps: [
          'Open My Hours and check each day. Days marked in red have to be fixed first.',
          'Read the statement, check it, and press Submit.',
          'Until your office approves it, you can withdraw the timesheet and submit it again.',
        ],
      },
    ],
  },
  {
    id: 'service-lead',
    role: '3',
    title: 'For service leads',
    about: 'Your service: providers, students, notes to co-sign, requests',
    screens: [],
    sections: [
      {
        heading: 'What you see',
        text: 'You see the clients, students, providers, and sessions of the services you lead, and your own work. Rates and pay are not part of it.',
      },
      {
        heading: 'What you have to do',
        text: 'Home lists it: notes to co-sign, session requests in your service, and changes that a provider handed to you. You never decide on your own work.',
      },
      {
        heading: 'Logging for someone else',
        text: "You can log and change sessions of your service for its providers. The provider's name stays on the session, and the audit log says that you entered it.",
      },
    ],
  },
  {
    id: 'supervisor',
    role: '4',
    title: 'For supervisors',
    about: 'Supervisees, their sessions, and their notes',
    screens: [],
    sections: [
      {
        heading: 'What you see',
        text: 'Your own caseload, and the students, sessions, calendars, and lunch cards of your supervisees.',
      },
      {
        heading: 'Co-signing a note',
        steps: [
          'Home lists the notes that wait for you. Open the first one.',
          'What changed since the last note is marked.',
          'Press Co-sign, or return the note with a comment that says what is missing.',
          'The next note opens automatically.',
        ],
      },
    ],
  },
  {
    id: 'admin',
    role: '1',
    title: 'For admins',
    about: 'Students, clients, providers, requests, and tickets',
    screens: [],
    sections: [
      {
        heading: 'What you have to do',
        text: 'Home lists what has to be decided: changed durations, timesheets, lunch cards, and held changes; and what runs out: credentials, authorizations, IEP reviews, and overdue invoices. Each list opens on what is still to be decided.',
      },
      {
        heading: 'Clients, students, providers',
        text: 'You add, change, and archive them. Archiving keeps all records; the dialog says what ends with it before you confirm.',
      },
      {
        heading: 'Admin',
        text: 'Users, messages, the audit log, the organization and its lists, devices, and held changes are in Admin, in the user menu.',
      },
    ],
  },
  {
    id: 'super-admin',
    role: '0',
    title: 'For super admins',
    about: 'Everything admins do, and roles, grants, payroll, and billing',
    screens: [],
    sections: [
      {
        heading: 'Roles and grants',
        text: 'In Admin, open Users. A role decides what a person sees; a grant opens one area more, such as payroll. A change takes effect with the next call, on every device. No one changes their own role.',
      },
      {
        heading: 'When someone leaves',
        steps: [
          "Hand over their students and planned sessions on the provider's Hand-over tab.",
          'Press Deactivate. The dialog says what is open under their name.',
          'Changes that their devices have not synced, and tickets they have not sent, wait under Held changes.',
        ],
      },
    ],
  },
];
