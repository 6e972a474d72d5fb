import type { HelpPage } from './help-page.ts';

/** What is in Admin. */
export const adminPages: readonly HelpPage[] = [
  {
    id: 'users',
    title: 'Users, SOAP options, and the audit log',
    about: 'Who works here, what they choose from, and who did what',
    screens: ['/admin'],
    sections: [
      {
        heading: 'Users',
        text: 'Invite people who work in the office, lock and unlock accounts, and log someone out everywhere. Providers are added under Providers.',
      },
      {
        heading: 'Pay periods',
        text: 'Add the periods of a year, and close and lock them. A period that was added by mistake can be deleted as long as it has no timesheet and no payroll run and was never closed; select several in the list to delete them together.',
      },
      {
        heading: 'SOAP options and codes',
        text: 'Goals and plans that providers choose from, and your lists of diagnosis and procedure codes. Import a file to add many.',
      },
      {
        heading: 'Audit log',
        text: 'Who changed and viewed what, with old and new values. Filter by a student for their access record.',
      },
    ],
  },
  {
    id: 'messages',
    title: 'Messages to people',
    about: 'Write, require a signature, follow who is done',
    screens: ['/admin/messages'],
    sections: [
      {
        heading: 'Send a message',
        steps: [
          'Open Admin, then Messages, and press New message.',
          'Enter title and text. To make a link, select the words and press Link.',
          'Choose who gets it. Below that you see how many people it reaches.',
          'Choose what people have to do: acknowledge it, or sign it.',
          'Enter a start to schedule it, and an end. Without a start it is sent now.',
          'Press Preview to see it as people will.',
        ],
      },
      {
        heading: 'Follow it',
        text: 'Open the message to see who is done, and remind the others. Receipts with signatures can be printed and saved as a file.',
      },
      {
        heading: 'Change it, or take it back',
        text: 'If you change the title, text, or files, everyone is asked again, and earlier receipts stay with the text they were for. Recall takes the message off every device. Its receipts are kept.',
      },
    ],
  },
  {
    id: 'organization',
    title: 'The organization and its lists',
    about: 'Pay periods, school closures, services, regions, locations',
    screens: ['/admin/organization', '/admin/pay-periods', '/admin/closures', '/admin/regions'],
    sections: [
      {
        heading: 'Organization',
        text: 'Its name and logo are on everything that is printed. The clock, the rule for pay periods, and the meal policy count for everyone.',
      },
      {
        heading: 'Pay periods',
        text: 'Add the periods of a year at once. After a period is closed, entries count as late once the grace period is over. In a locked one, a changed session becomes a request. Before you close it, you see what is still open.',
      },
      {
        heading: 'School closures',
        text: 'On these days planned sessions of the schools are left out of series, with the reason.',
      },
      {
        heading: 'Services, regions, and locations',
        text: 'What people choose from. An entry that is in use can be archived, not deleted.',
      },
    ],
  },
  {
    id: 'devices',
    title: 'Devices, lost devices, and held changes',
    about: 'Unsynced changes, rescue files, and what is held for a decision',
    screens: ['/admin/devices', '/admin/quarantine', '/admin/rescue'],
    sections: [
      {
        heading: 'Devices and sync',
        text: 'See when each device was last in contact, and how many changes it has not synced, since when.',
      },
      {
        heading: 'A device is lost',
        steps: [
          'Open Devices and sync, and press Report lost. Its logins end at once.',
          'At its next contact it hands in its unsynced changes and tickets, and then deletes everything on it. The list says when.',
          'Decide on what it handed in under Held changes.',
          'If the device turns up before that, press Mark as found.',
        ],
      },
      {
        heading: 'Held changes',
        text: 'Changes and tickets from lost devices and deactivated accounts, and changes that providers handed over, have no effect until someone decides. Accept saves a change as its author, with the same checks; Reject needs a reason. No one decides on their own.',
      },
      {
        heading: 'A device that never connects',
        text: 'Its user exports a rescue file in the Sync center. Import it under Import a rescue file: each change counts once, even if the device connects later.',
      },
    ],
  },
  {
    id: 'imports',
    title: 'Import files',
    about: 'Move in from another system, and take it back',
    screens: ['/admin/import'],
    sections: [
      {
        heading: 'Import a file',
        steps: [
          'Choose what the file has: clients, students, providers, rates, or past sessions.',
          'Choose the CSV or Excel file, and say which column is what.',
          'Check it. Lines with errors are listed and can be saved as a file.',
          'Import the lines without errors. A file that was interrupted goes on where it stopped.',
        ],
      },
      {
        heading: 'Undo it',
        text: 'An import can be undone as a whole. What people have changed or used since then stays, and is listed.',
      },
    ],
  },
];
