/**
 * The statement that a provider makes with a timesheet. Released texts are never edited: new wording is a new
 * version.
 */
const ATTESTATIONS: readonly { version: number; text: string }[] = [
  {
    version: 1,
    text:
      'I declare that this timesheet shows all the work I did and all the meal breaks I took in this pay period, ' +
      'that its times are true and complete, and that nobody asked me to work without recording it.',
  },
  {
    version: 2,
    text:
      'I certify that this timesheet shows all the work I did and all the meal breaks I took in this pay period, ' +
      'that its times are true and complete, and that no one asked me to work without recording it.',
  },
];

/** The current text. */
export const ATTESTATION = ATTESTATIONS[ATTESTATIONS.length - 1] as { version: number; text: string };

/** The text of a version; null if there was no such version. */
export function attestationText(version: number): string | null {
  return ATTESTATIONS.find((one) => one.version === version)?.text ?? null;
}
