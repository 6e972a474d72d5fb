import { v7 as uuidv7 } from 'uuid';
import type { UserFile } from '#contract/users.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { INVITATION_DAYS, invitationProblem, invitationWords } from '#domain/access/user-rules.ts';
import { counted } from '#domain/text/counted.ts';
import type { ReportAction } from '#screens/report/report-action.ts';

/** Emails several people a link to choose a password, as the button on each one's page does. */
export const sendInvitations: ReportAction<UserFile> = {
  ...{ id: 'invite', label: 'Send invitation to', done: 'Invited', nouns: ['user', 'users'] },
  takesNoNote: true,
  may: (actor) => mayUse(actor, 'user.record'),
  refusal: invitationProblem,
  summary: (users) => [
    `${counted(users.length, 'person gets', 'people get')} an email with a link to choose a password, good for ${INVITATION_DAYS} days.`,
    'Old links stop working.',
  ],
  effect: ({ invitation }) =>
    invitation === null ? '' : invitationWords(invitation, new Date().toISOString()),
  async run({ id, version }, _, { engine }) {
    await engine.api.call('user.send-invitation', {
      params: { id },
      write: { key: uuidv7(), base_version: version },
    });
  },
};
