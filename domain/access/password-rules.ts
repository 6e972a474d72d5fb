export const SHORTEST_PASSWORD = 12;

/**
 * What is wrong with a new password of sufficient length; null if it may be used. Refuses the most obvious
 * guesses, and the current one where it is known.
 */
export function passwordProblem(
  password: string,
  owner: { username: string; email: string; current?: string },
): string | null {
  if (password === owner.current) return "Choose a password that's different from your current one.";
  const lowered = password.toLowerCase();
  const isObvious =
    lowered === owner.email.toLowerCase() ||
    lowered.includes(owner.username.toLowerCase()) ||
    new Set(lowered).size < 5;
  return isObvious ? "Choose a password that's harder to guess." : null;
}
