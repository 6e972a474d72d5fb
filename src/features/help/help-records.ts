import type { HelpPage } from './help-page.ts';

/** Students, clients, and providers. */
export const recordPages: readonly HelpPage[] = [
  {
    id: 'students',
    title: 'Students and their file',
    about: 'Services, goals, notes, parents, attachments',
    screens: ['/students', '/my-students', '/archived/students'],
    sections: [
      {
        heading: 'Find a student',
        text: 'Providers find their own caseload under My Students. Search by any part of the name; filters stay in the address, so a list can be bookmarked.',
      },
      {
        heading: 'The file',
        text: "A student's page has an overview with parents and IEP dates, and tabs for sessions, SOAP notes, goals, services, attachments, and notes. You are reminded before an IEP review is due.",
      },
      {
        heading: 'Archive a student',
        text: 'Your office archives a student. The dialog says which services and planned sessions end. Sessions and notes stay.',
      },
      {
        heading: 'Several students at once',
        text: 'Your office selects students in the list, then assigns a provider, renews services, archives, or exports. The dialog says what becomes of each student and who is left out, with the reason. Undo is in Admin under Bulk changes, for 30 days.',
      },
      {
        heading: 'Transfer a student to another client',
        steps: [
          "Open the student's page and press Transfer. Choose the client, the school, and the first day there.",
          'Uncheck services that end. Those that stay checked go on with the new client, with their planned sessions.',
          'Press Transfer. Sessions before the day stay billed to the former client, even if they are entered later.',
          'A later day takes effect then. Until it does, and for 30 days, you can undo it on the Overview tab.',
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
          'Check the days. They are those of the fiscal year, July 1 to June 30, unless you change them.',
          'Look at every line. A note says why a service is left out: renewed already, no minutes, ended earlier, or the student finishes grade 12.',
          'Press Change in a line to choose another provider or other minutes.',
          "Press Renew. Last year's services end on the day before.",
        ],
      },
      {
        heading: 'Grades',
        text: 'Grades move up in the same step, from TK to 12. Uncheck students who repeat a grade. Students who finish grade 12 are listed with a button that archives them; a renewal doesn’t archive anyone.',
      },
      {
        heading: 'Undo a change of many records',
        text: 'Bulk changes in Admin lists renewals, transfers, and other changes of many records. Undo takes them back for 30 days, except for records that were changed since, which are listed first.',
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
        text: 'A client is a district or family that pays. A school that belongs to a district is a client of its own, with its district named.',
      },
      {
        heading: 'Rates',
        text: 'A rate is for a fiscal year, July 1 to June 30. The most specific one applies: of the student, of the client and setting, of the region, or the default of the service. The Rates tab says which one and why. The defaults of services and the rates of regions are in Admin, where you can also create next year from this year.',
      },
      {
        heading: 'Billing conditions',
        text: 'What was agreed with a client about no-shows, rounding, group splits, and the like. Open Billing conditions in Admin. A condition is archived, never deleted, and counts from the day that you enter.',
      },
    ],
  },
  {
    id: 'providers',
    title: 'Providers',
    about: 'Add, deactivate, credentials, supervisors',
    screens: ['/providers'],
    sections: [
      {
        heading: 'Add a provider',
        steps: [
          'Open Providers and press Add provider.',
          'Enter name, email, and services. They get an email with a link to choose a password, good for seven days.',
          'Add credentials with their dates: they are marked from 60 days before they expire.',
        ],
      },
      {
        heading: 'Invitation lost or expired',
        text: "A provider who hasn't chosen a password has Send invitation again on their page, with when the last one was sent and when it expires. The earlier link stops working. For people in the office it's in Admin, Users.",
      },
      {
        heading: 'Availability and time off',
        text: 'The page shows weekly hours and time off; your office and the provider keep them. Who is free in the Master Calendar, new sessions and events, and a hand-over take them into account with a warning. You can always plan anyway.',
      },
      {
        heading: 'Deactivate',
        text: 'Deactivating ends all logins at once. What their devices have not synced, and tickets they have not sent, waits under Held changes in Admin.',
      },
      {
        heading: 'Hand over a caseload',
        steps: [
          "Open the provider and choose Hand-over. Choose the substitute, who must deliver the same services, and the days. Without a last day it's for good.",
          'Look at what moves: services by student, and planned sessions. Uncheck what stays.',
          'Press Hand over. After the last day everything is with its provider again. Recorded sessions and notes never move.',
          'You can undo it for 30 days, unless something in it has changed since. After that, hand the caseload back.',
        ],
      },
    ],
  },
];
