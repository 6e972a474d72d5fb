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
        heading: 'Deactivate',
        text: 'Deactivating ends all logins at once. What their devices have not synced, and tickets they have not sent, waits under Held changes in Admin.',
      },
      {
        heading: 'Hand over a caseload',
        steps: [
          "Open the provider and choose Hand-over. Choose the substitute, who must deliver the same services, and the days. Without a last day it's for good.",
          'Look at what moves: services by student, and planned sessions. Uncheck what stays.',
          'Press Hand over. After the last day everything is with its provider again. Recorded sessions and notes never move.',
          'You can undo it for 30 days, as long as nothing of it has changed. After that, hand the caseload back.',
        ],
      },
    ],
  },
];
