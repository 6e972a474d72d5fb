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
      'Press Support to submit a ticket, even offline. Track your tickets, comment on them, and attach files.',
      "Help opens to the page about the screen you're on, and works offline.",
      'Feedback has its own page in the user menu.',
      'Your office can add and edit clients, providers, and students, with their rates, credentials, and IEP dates.',
      'Admin has users and logins, regions, and an audit log of who changed and viewed what.',
      'Payroll takes a snapshot of a pay period, explains every line, and makes a pay file.',
      'Billing has lines, invoices, payments, QuickBooks batches, and insurance claims.',
      'Reports cover clients, services, notes, authorizations, productivity, and cancellations. Press a number to see its sessions.',
      'Hand a caseload to a substitute. It goes back automatically after the last day.',
      'On a phone, you can open and sign announcements from My Sessions.',
      'Profile shows your password, devices, and calendar link.',
      'In your profile, under Notifications, choose when you get emails, set quiet hours, and turn on push notifications or the number on the app icon.',
    ],
  },
  {
    version: '0.3.0',
    title: 'Notes and student files',
    changes: [
      'Write, sign, and co-sign SOAP notes, with goals, and load the last note.',
      "A student's file has services, goals, notes, parents, and attachments.",
      'If an attachment upload is interrupted, it picks up where it left off.',
    ],
  },
  {
    version: '0.2.0',
    title: 'Calendar, timecard, and hours',
    changes: [
      'Plan events and series in My Calendar; school closures are skipped.',
      'Clock in and out, and record lunch. Caseload checks the meal rules.',
      'Submit timesheets from My Hours.',
    ],
  },
  {
    version: '0.1.0',
    title: 'Sessions, offline',
    changes: ['Log sessions on a phone without a connection. Everything syncs later, exactly once.'],
  },
];
