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
          'Open Billing. The reports show last month. Filter by client, provider, or location, and open a row to see its lines.',
          'Resolve lines with a missing rate, client, or decision. Each line links to where you fix it.',
          "Open Invoices and create drafts. A draft includes approved sessions that haven't been invoiced.",
          'Check a draft and send it. After that, it never changes.',
        ],
      },
      {
        heading: 'Why this amount',
        text: 'Press an amount to see which rate and fiscal year applied, what was agreed with the client, who approved the session, and whether it was late.',
      },
      {
        heading: 'After an invoice was sent',
        text: "A late session goes on a supplemental invoice. A session that changed is credited and billed again at the original rate. To credit lines for another reason, choose Credit on the invoice. The credit note shows the reason, and its sessions aren't billed again unless you void it. Record payments on the invoice. You can apply a credit note to another invoice.",
      },
      {
        heading: 'QuickBooks',
        text: 'A batch has the invoices you sent in a period. Anything missing is listed before you create it. Its files never change, no matter how often you download them, and each invoice goes in only one batch.',
      },
      {
        heading: 'Insurance clients',
        text: "Under Reports, Insurance Clients lists what each claim is missing, such as a member ID, a signed note, or codes, with a link. The file columns match the boxes on the CMS-1500 form. Incomplete claims are left out. A claim needs the student's sex and home address, which you enter with the student.",
      },
    ],
  },
];
