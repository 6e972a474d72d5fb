interface Release {
  /** As the app reports it. */
  version: string;
  title: string;
  changes: readonly string[];
}

/** What people see of each release, newest first. Technical changes are in the repository's changelog. */
export const RELEASES: readonly Release[] = [
  {
    version: '0.4.0',
    title: 'The office, support, and help',
    changes: [
      'Press Support to submit a ticket, also offline. Follow your tickets, comment on them, and attach files.',
      'Help opens at the page about the screen you are on, and needs no connection.',
      'Feedback has a page of its own in the user menu.',
      'Your office adds and changes clients, providers, and students, with their rates, credentials, and IEP dates.',
      'Admin has users and logins, regions, and an audit log of who changed and viewed what.',
      'Your office runs payroll: a snapshot of a pay period, line by line with the reason, and a pay file.',
      'Your office bills clients: lines, invoices, payments, QuickBooks batches, and insurance claims.',
      'Reports on clients, services, notes, authorizations, productivity, and cancellations open down to their sessions.',
      'A caseload can be handed to a substitute until a day, and goes back afterwards.',
      'On a phone, announcements open from My Sessions, and can be signed there.',
      'Profile shows your password, devices, and calendar link.',
      'Choose when emails come and your quiet hours, and turn on push notifications, in your profile under Notifications.',
    ],
  },
  {
    version: '0.3.0',
    title: 'Notes and student files',
    changes: [
      'Write, sign, and co-sign SOAP notes, with goals, and load the last note.',
      "A student's file has services, goals, notes, parents, and attachments.",
      'Attachments are sent in parts, and go on where they stopped.',
    ],
  },
  {
    version: '0.2.0',
    title: 'Calendar, timecard, and hours',
    changes: [
      'Plan events and series in My Calendar; school closures are skipped.',
      'Clock in and out, and record lunch with the meal rules checked.',
      'Submit timesheets from My Hours.',
    ],
  },
  {
    version: '0.1.0',
    title: 'Sessions, offline',
    changes: ['Log sessions on a phone without a connection: everything syncs later, once.'],
  },
];
