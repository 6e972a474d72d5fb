import type { BillingCondition } from '#contract/billing-conditions.ts';
import { CONDITION_LABELS } from '#domain/money/billing-conditions.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { ArchiveAction } from '#screens/list/archive-action.tsx';
import { Badge } from '#ui/badge.tsx';

interface ConditionArchiveProps {
  condition: BillingCondition;
  onDone: () => Promise<void>;
}

/** Whether a condition is archived, and the button that archives or restores it. */
export function ConditionArchive({ condition, onDone }: ConditionArchiveProps) {
  const command = useServerCommand();
  const { id, type, version, archived, starts_on } = condition;
  return (
    <span className="flex items-center">
      {archived && <Badge variant="neutral">Archived</Badge>}
      <ArchiveAction
        name={`${CONDITION_LABELS[type]} from ${displayDay(starts_on)}`}
        archived={archived}
        onArchive={async (next) => {
          try {
            await command(
              'billing-condition.archive',
              { params: { id, type }, body: { archived: next } },
              version,
            );
          } finally {
            // Also after a refusal: someone else may have changed the condition.
            await onDone();
          }
        }}
      />
    </span>
  );
}
