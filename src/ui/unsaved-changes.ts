import { useEffect, useId, useRef, useSyncExternalStore } from 'react';

/** What leaving does with each. */
const changedForms = new Map<string, () => void>();
const listeners = new Set<() => void>();

function note(form: string, discard: (() => void) | null): void {
  const wasChanged = changedForms.has(form);
  if (discard === null) changedForms.delete(form);
  else changedForms.set(form, discard);
  if (wasChanged === (discard !== null)) return;
  for (const listener of listeners) listener();
}

/** Whether any form on the screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return changedForms.size > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaving was confirmed: no form restores its unsaved changes. */
export function discardUnsavedChanges(): void {
  for (const discard of changedForms.values()) discard();
}

/**
 * Every form calls this with whether it has unsaved changes. While one has, leaving asks first and nothing
 * covers or reloads the page automatically.
 * @param discard drops the form's stored draft, once leaving was confirmed
 */
export function useUnsavedChanges(isChanged: boolean, discard: () => void = () => undefined): void {
  const form = useId();
  const newest = useRef(discard);
  newest.current = discard;
  useEffect(() => {
    note(form, isChanged ? () => newest.current() : null);
    return () => note(form, null);
  }, [form, isChanged]);
}

/** For work that has to wait until no form has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges);
}
