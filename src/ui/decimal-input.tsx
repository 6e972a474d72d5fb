import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/** Takes an amount, a rate, or another number with decimals as it is typed. */
export function DecimalInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'className'>) {
  return <Input autoComplete="off" inputMode="decimal" className="tabular-nums" {...props} />;
}
