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
        text: "My Sessions is all you need at school, and it works all day without a connection. Everything you save stays on your device and syncs when you're back online.",
        steps: [
          "Open My Sessions. Today's planned sessions are already there.",
          'Tap a planned session to log it, or press Add session.',
          "Write the SOAP note from the session, and sign it when it's complete.",
          'Press Add lunch, or start and end lunch on your timecard.',
          'At the end of the day, press Clock out on the timecard.',
        ],
      },
      {
        heading: 'At the end of the pay period',
        steps: [
          'Open My Hours and check each day. Fix the days marked in red first.',
          'Read the statement, check the box, and press Submit.',
          'Until your office approves it, you can withdraw it and submit it again.',
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
        text: "You see the clients, students, providers, and sessions for the services you lead, plus your own work. You don't see rates or pay.",
      },
      {
        heading: 'What you need to do',
        text: "Home lists notes to co-sign, session requests in your service, and changes a provider handed to you. You can't approve your own work.",
      },
      {
        heading: 'Logging for someone else',
        text: "You can log and change sessions in your service for its providers. The provider's name stays on the session, and the audit log shows that you entered it.",
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
          'Home lists the notes waiting for you. Open the first one.',
          'What changed since the last note is marked.',
          "Press Co-sign, or return the note with a comment about what's missing.",
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
        heading: 'What you need to do',
        text: "Home lists what needs review: changed durations, timesheets, lunch cards, and held changes. It also lists what's expiring or due: credentials, authorizations, IEP reviews, and invoices. Each list opens with the open items.",
      },
      {
        heading: 'Clients, students, providers',
        text: 'You can add, edit, and archive them. Archiving keeps all records. Before you confirm, the dialog shows what ends.',
      },
      {
        heading: 'Admin',
        text: 'Open Admin in the user menu for users, messages, the audit log, your organization and its lists, devices, and held changes.',
      },
    ],
  },
  {
    id: 'super-admin',
    role: '0',
    title: 'For super admins',
    about: 'Everything admins do, plus roles, grants, payroll, and billing',
    screens: [],
    sections: [
      {
        heading: 'Roles and grants',
        text: "In Admin, open Users. A role sets what a person can see. A grant adds one area, such as payroll. Changes take effect right away, on every device. You can't change your own role.",
      },
      {
        heading: 'When someone leaves',
        steps: [
          "Hand over their students and planned sessions on the provider's Hand-over tab.",
          'Press Deactivate. The dialog shows their open work.',
          'Unsynced changes and unsent tickets on their devices go to Held changes.',
        ],
      },
    ],
  },
];
