/** What a provider declares with a timesheet. Released texts are never edited: new words are a new version. */
const ATTESTATIONS: readonly { version: number; text: string }[] = [
  {
    version: 1,
    text:
      'I declare that this timesheet shows all the work I did and all the meal breaks I took in this pay period, ' +
      'that its times are true and complete, and that nobody asked me to work without recording it.',
  },
];

/** The text that is declared today. */
export const ATTESTATION = ATTESTATIONS[ATTESTATIONS.length - 1] as { version: number; text: string };

/** What a version said; nothing for one that there never was. */
export function attestationText(version: number): string | null {
  return ATTESTATIONS.find((one) => one.version === version)?.text ?? null;
}
