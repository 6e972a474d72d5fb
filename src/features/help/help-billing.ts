import type { HelpPage } from './help-page.ts';

/** From lines to claims. */
export const billingPages: readonly HelpPage[] = [
  {
    id: 'billing',
    title: 'Bill clients',
    about: 'Lines, invoices, payments, QuickBooks, insurance',
    screens: ['/billing'],
    sections: [
      {
        heading: 'Bill a month',
        steps: [
          'Open Billing. The reports show the last month that is over: filter by client, provider, or location, and open a row to see its lines.',
          'Resolve what lacks a rate, a client, or a decision. Each line links to the place.',
          'Open Invoices and make the drafts. A draft has the approved sessions that no invoice has yet.',
          'Check a draft and send it. From then on it never changes.',
        ],
      },
      {
        heading: 'Why this amount',
        text: 'Press an amount. It says which rate and fiscal year applied, what was agreed with the client, who approved the session, and whether it was late.',
      },
      {
        heading: 'After an invoice was sent',
        text: "A late session goes on a supplemental invoice. A session that changed is taken back by a credit line and billed again, at the rate of the first invoice. To take back lines for another reason, choose Credit on the invoice: the credit note says why, and these sessions aren't billed again unless you void it. Record payments on the invoice; a credit note can pay for another invoice.",
      },
      {
        heading: 'QuickBooks',
        text: 'A batch has the invoices sent in a period. What is missing is listed before you make it. Its files stay the same, however often you download them, and an invoice goes into one batch only.',
      },
      {
        heading: 'Insurance clients',
        text: "Under Reports, Insurance Clients lists what each claim lacks, such as a member ID, a signed note, or codes, with a link. The files are headed by the boxes of the CMS-1500 form and leave out claims that lack something. A claim needs the student's sex and home address, which you enter with the student.",
      },
    ],
  },
];
