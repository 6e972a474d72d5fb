import type { HelpPage } from './help-page.ts';

/** What is in Admin. */
export const adminPages: readonly HelpPage[] = [
  {
    id: 'users',
    title: 'Users, SOAP options, and the audit log',
    about: 'Accounts, the options people choose from, and who did what',
    screens: ['/admin'],
    sections: [
      {
        heading: 'Users',
        text: 'Invite people who work in the office, correct their names, send several people their invitation at once, lock and unlock accounts, and log someone out everywhere. Only super admins unlock admins and people with grants. Providers, service leads, and supervisors are added under Providers.',
      },
      {
        heading: 'Pay periods',
        text: "Add a year's periods, and close and lock them. You can delete a period added by mistake if it has no timesheet or payroll run and was never closed. Select several in the list to delete them together.",
      },
      {
        heading: 'SOAP options and codes',
        text: 'The goals and plans providers choose from, and your diagnosis and procedure codes. Import a CSV or Excel file, or the ICD-10-CM order file from the CMS website, to add many at once.',
      },
      {
        heading: 'Audit log',
        text: 'Who changed and viewed what, with old and new values. Filter by a student for their access record. A search looks through all entries of the days you chose.',
      },
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    about: "Send a message, require a signature, see who's done",
    screens: ['/admin/messages'],
    sections: [
      {
        heading: 'Send a message',
        steps: [
          'Open Admin, then Messages, and press New message.',
          'Enter a title and text. To add a link, select the words and press Link.',
          'Choose who gets it. Below, you see how many people it reaches.',
          'Choose whether people must acknowledge or sign it.',
          "Enter a start and end to schedule it. Without a start, it's sent right away.",
          'Press Preview to see it the way people will.',
        ],
      },
      {
        heading: "See who's done",
        text: "Open the message to see who's done, and remind the others. You can print receipts with signatures or save them as a file.",
      },
      {
        heading: 'Edit or recall it',
        text: 'If you change the title, text, or files, everyone is asked again, and earlier receipts stay with the earlier text. Recall removes the message from every device. Its receipts are kept.',
      },
    ],
  },
  {
    id: 'organization',
    title: 'Organization and lists',
    about: 'Pay periods, school closures, services, regions, locations',
    screens: ['/admin/organization', '/admin/pay-periods', '/admin/closures', '/admin/regions'],
    sections: [
      {
        heading: 'Organization',
        text: "Your organization's name and logo appear on everything you print. The clock, pay period rule, and meal policy apply to everyone.",
      },
      {
        heading: 'Pay periods',
        text: "Add a whole year of periods at once. After you close a period, entries count as late once the grace period ends. In a locked period, a changed session becomes a request. Before you close one, you see what's still open.",
      },
      {
        heading: 'School closures',
        text: 'On these days, recurring sessions at the schools are skipped, with the reason.',
      },
      {
        heading: 'Services, regions, and locations',
        text: 'The lists people choose from. If an entry is in use, you can archive it but not delete it.',
      },
    ],
  },
  {
    id: 'devices',
    title: 'Devices, lost devices, and held changes',
    about: 'Unsynced changes, rescue files, and changes waiting for review',
    screens: ['/admin/devices', '/admin/quarantine', '/admin/rescue'],
    sections: [
      {
        heading: 'Devices and sync',
        text: "See when each device last connected, how many changes it hasn't synced, and since when.",
      },
      {
        heading: 'If a device is lost',
        steps: [
          'Open Devices and sync, and press Report lost. The device is logged out right away.',
          'The next time it connects, it uploads its unsynced changes and tickets, then erases itself. The list shows when.',
          'Review what it uploaded under Held changes.',
          'If the device turns up before that, press Mark as found.',
        ],
      },
      {
        heading: 'Held changes',
        text: "Changes and tickets from lost devices and deactivated accounts, and changes that providers handed over, have no effect until someone accepts them. Accept saves the change under its author's name, with the same checks. Reject needs a reason. You can't review your own changes.",
      },
      {
        heading: 'If a device never connects',
        text: 'Have its user export a rescue file in the Sync center, and import it under Import a rescue file. Each change counts once, even if the device connects later.',
      },
    ],
  },
  {
    id: 'imports',
    title: 'Import files',
    about: 'Move in from another system, and undo it',
    screens: ['/admin/import'],
    sections: [
      {
        heading: 'Import a file',
        steps: [
          "Choose what's in the file: a list such as regions or goals, clients, students, providers, rates, or past sessions.",
          'Choose the CSV or Excel file, and match its columns.',
          'Check the file. Lines with errors are listed, and you can save them as a file.',
          'Import the lines without errors. If an import is interrupted, it picks up where it left off.',
        ],
      },
      {
        heading: 'Undo it',
        text: 'You can undo a whole import. Records people have changed or used since then are kept, and listed.',
      },
    ],
  },
];
