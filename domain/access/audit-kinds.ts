/** What people look for in the audit, by what was done. */
export const AUDIT_KINDS = ['viewed', 'added', 'changed', 'deleted', 'decided', 'account', 'other'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Regular expressions for action names, the same here and in SQL; the first that matches decides. */
export const AUDIT_KIND_PATTERNS: Readonly<Record<Exclude<AuditKind, 'other'>, string>> = {
  account: '^auth[.]|[.]read-escrow$',
  viewed: '[.](list|read|read-[a-z]+)$',
  added: '[.](create|invite|import|finish|register|complete|feed-create)$',
  changed: '[.](update|make|take-back|merge|undo-merge|send|void)$',
  deleted: '[.](delete|discard|undo|wipe|feed-revoke)$',
  decided: '[.](decide-[a-z]+|accept|refuse|acknowledge)$',
};

export function auditKindOf(action: string): AuditKind {
  const found = Object.entries(AUDIT_KIND_PATTERNS).find(([, pattern]) => new RegExp(pattern).test(action));
  return (found?.[0] as AuditKind | undefined) ?? 'other';
}
