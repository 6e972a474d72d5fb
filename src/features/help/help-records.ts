import type { HelpPage } from './help-page.ts';

/** Students, clients, and providers. */
export const recordPages: readonly HelpPage[] = [
  {
    id: 'students',
    title: 'Students and their files',
    about: 'Services, goals, notes, parents, attachments',
    screens: ['/students', '/my-students', '/archived/students'],
    sections: [
      {
        heading: 'Find a student',
        text: 'Providers find their caseload under My Students. Search by any part of the name. Filters are part of the link, so you can bookmark a list.',
      },
      {
        heading: 'The file',
        text: "A student's page has an overview with parents and IEP dates, and tabs for sessions, SOAP notes, goals, services, attachments, notes, and the timeline. You get a reminder before an IEP review is due.",
      },
      {
        heading: 'The timeline',
        text: 'Everything about the student in one list, newest first, with what is planned on top: sessions, signed notes, series, services, IEP and consent dates, parents, and attachments. Filter by kind and days, open an entry where it belongs, export, or print. Your office also sees transfers, merges, and changed fields. It never shows what notes say.',
      },
      {
        heading: 'What is on your device',
        text: "Your own students' files are always on your device. Service leads and supervisors also have a list of all their students. When they open another student's page online, that file stays on the device and opens offline too. A file that isn't on the device says so.",
      },
      {
        heading: 'Archive a student',
        text: 'Your office can archive a student. The dialog shows which services and planned sessions end. Sessions and notes are kept.',
      },
      {
        heading: 'Several students at once',
        text: 'Your office selects students in the list, then assigns a provider, renews services, transfers to another client, archives, or exports. The dialog shows what happens to each student, and who is left out and why. For a transfer, uncheck the services that end. You can undo it for 30 days in Admin, under Bulk changes.',
      },
      {
        heading: 'Transfer a student to another client',
        steps: [
          "Open the student's page and press Transfer. Choose the client, the school, and the first day there.",
          'Uncheck services that end. The rest continue with the new client, with their planned sessions.',
          "Press Transfer. Sessions before that day are still billed to the former client, even if they're entered later.",
          'A transfer dated in the future takes effect on that day. You can undo it on the Overview tab, until 30 days after it takes effect.',
        ],
      },
    ],
  },
  {
    id: 'new-year',
    title: 'New year and bulk changes',
    about: 'Renew services, move grades up, undo',
    screens: ['/admin/new-year', '/admin/bulk-changes'],
    sections: [
      {
        heading: 'Renew services for a year',
        steps: [
          'Open New year in Admin and choose a client, or select students in Students and press Renew.',
          'Check the dates. They follow the fiscal year, July 1 to June 30, unless you change them.',
          'Look at every line. A note says why a service is left out: already renewed, no minutes, ended earlier, or the student finishes grade 12.',
          'Press Change on a line to choose another provider or different minutes.',
          "Press Renew. Last year's services end the day before.",
        ],
      },
      {
        heading: 'Grades',
        text: "Grades move up in the same step, from TK to 12. Uncheck students who are repeating a grade. Students who finish grade 12 are listed with a button to archive them. Renewing doesn't archive anyone.",
      },
      {
        heading: 'Undo a bulk change',
        text: 'In Admin, Bulk changes lists renewals, transfers, and other bulk changes. You can undo one for 30 days, except for records that have changed since. Those are listed first.',
      },
    ],
  },
  {
    id: 'clients',
    title: 'Clients and rates',
    about: 'Districts, families, contracts, hourly rates',
    screens: ['/clients', '/admin/clients', '/admin/rates', '/admin/billing-conditions'],
    sections: [
      {
        heading: 'Clients',
        text: 'A client is the district or family that pays. A school in a district is its own client, linked to the district.',
      },
      {
        heading: 'Rates',
        text: "A rate is for a fiscal year, July 1 to June 30. The most specific one applies: the student's, the client's for that setting, the region's, or the service's default. The Rates tab shows which one and why. Service defaults and region rates are in Admin, where you can also create next year's from this year's.",
      },
      {
        heading: 'Billing conditions',
        text: 'What you agreed with a client about no-shows, rounding, group splits, and so on. Open Billing conditions in Admin. A condition applies from the day you enter. You can archive it, but not delete it.',
      },
    ],
  },
  {
    id: 'providers',
    title: 'Providers',
    about: 'Add, deactivate, credentials, supervisors',
    screens: ['/providers', '/admin/hand-overs'],
    sections: [
      {
        heading: 'Add a provider',
        steps: [
          'Open Providers and press Add provider.',
          'Enter name, email, and services. They get an email with a link to choose a password, good for seven days.',
          "Add credentials with their dates. They're flagged 60 days before they expire.",
        ],
      },
      {
        heading: 'Invitation lost or expired',
        text: "If a provider hasn't chosen a password, press Send invitation again on their page. It shows when the last one was sent and when it expires. The old link stops working. For office staff, go to Admin, Users.",
      },
      {
        heading: 'Availability and time off',
        text: "The provider's page shows weekly hours and time off. Your office or the provider can edit them. Find availability in the Master Calendar, session and event forms, and hand-overs warn you about them. You can always schedule anyway.",
      },
      {
        heading: 'Several providers at once',
        text: 'Your office selects providers in the list, then changes their supervisor, archives, or exports. Before you archive providers, you see the open work of each: students, future events, notes to write or sign, and timesheets. Undo is in Admin under Bulk changes, for 30 days.',
      },
      {
        heading: 'Deactivate',
        text: 'Deactivating logs the provider out everywhere. Unsynced changes and unsent tickets on their devices go to Held changes in Admin.',
      },
      {
        heading: 'Hand over a caseload',
        steps: [
          "Open the provider and choose Hand-over. Choose the substitute, who must deliver the same services, and the days. Without a last day, it's permanent.",
          'Review what moves: services by student, and planned sessions. Uncheck anything that stays.',
          'Press Hand over. After the last day, everything goes back to the original provider. Recorded sessions and notes never move.',
          'You can undo it for 30 days, unless something in it changes. After that, hand the caseload back.',
          'All hand-overs, with their days and status, are in Admin under Hand-overs.',
        ],
      },
    ],
  },
];
