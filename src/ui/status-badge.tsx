import { Badge } from './badge.tsx';

/** The header badge of a client, student, or provider; its two colors are the same in both themes. */
export function StatusBadge({ active }: { active: boolean }) {
  return active ? <Badge variant="active">Active</Badge> : <Badge variant="deactivated">Deactivated</Badge>;
}
