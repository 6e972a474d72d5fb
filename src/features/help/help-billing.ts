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
          'Resolve lines with a missing rate, client, or approval. Each line links to where you fix it.',
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
        text: "Under Reports, Insurance Clients lists what each claim is missing, such as a member ID, a signed note, or codes, with a link. Its export has every claim you see, with what's missing in the last column; the other columns match the boxes on the CMS-1500 form. A claim needs the student's sex and home address, which you enter with the student. A provider's taxonomy code is added where it's known.",
      },
      {
        heading: 'File claims',
        text: "On Insurance Clients, press Claim batches. A batch has one payer's claims that are complete and approved and aren't in another batch; what's left out is listed with the reason. You get an 837P file for your clearinghouse and a CSV file, which never change. If you void a batch, its claims can be filed again under a new control number.",
      },
    ],
  },
];
