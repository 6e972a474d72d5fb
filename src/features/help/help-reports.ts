import type { HelpPage } from './help-page.ts';

/** Lists and reports. */
export const reportPages: readonly HelpPage[] = [
  {
    id: 'reports',
    title: 'Lists and reports',
    about: 'Filters, saved views, files, printing',
    screens: [
      ...[
        '/reports/dashboard',
        '/reports/grouped_clients',
        '/reports/provider_notes',
        '/reports/student_notes',
      ],
      ...['/payroll/clients', '/reports/authorizations', '/reports/productivity', '/reports/cancellations'],
      '/reports/makeups',
    ],
    sections: [
      {
        heading: 'Narrow a list',
        text: 'Search, filter, and sort. What you chose is in the address and can be saved as a view. Columns can be chosen.',
      },
      {
        heading: 'Take it along',
        text: 'Export makes a CSV or an Excel file of the rows you see; Print prints all of them. A report says as of when it is and whose devices still hold unsynced changes.',
      },
      {
        heading: 'Minutes',
        text: 'Delivered minutes count in full for each student of a group. Planned minutes are those of recorded sessions without makeups, and of calendar entries without a session. Press a figure to see its sessions.',
      },
      {
        heading: 'Authorizations',
        text: 'Due so far is the part of the authorized minutes that belongs to the school days until today. The forecast goes on at the same pace. Minutes and Ends narrow the list to authorizations that are nearly used up, used up, or need a renewal.',
      },
      {
        heading: 'Pending decisions',
        text: 'The amber number at Reports dashboard counts the requests and lunch cards that you can decide. Press it to see which.',
      },
    ],
  },
];
