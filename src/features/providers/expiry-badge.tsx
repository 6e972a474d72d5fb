import { expiryState } from '#domain/providers/provider-rules.ts';
import { Badge } from '#ui/badge.tsx';

const WORDS = { expired: 'Expired', soon: 'Expires soon' } as const;

/** Marks a credential that has expired, or expires within 60 days; nothing for others. */
export function ExpiryBadge({ expires_on, today }: { expires_on: string | null; today: string }) {
  const state = expiryState({ expires_on }, today);
  if (state === null) return null;
  return <Badge variant={state === 'expired' ? 'destructive' : 'warning'}>{WORDS[state]}</Badge>;
}
