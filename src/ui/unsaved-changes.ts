import { useEffect, useId, useSyncExternalStore } from 'react';

const changedForms = new Set<string>();
const listeners = new Set<() => void>();

function note(form: string, isChanged: boolean): void {
  if (changedForms.has(form) === isChanged) return;
  if (isChanged) changedForms.add(form);
  else changedForms.delete(form);
  for (const listener of listeners) listener();
}

/** Whether any form on the screen holds changes that were not saved. */
export function hasUnsavedChanges(): boolean {
  return changedForms.size > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Every form calls this with whether it holds unsaved changes. While one does,
 * leaving asks first and nothing covers or reloads the page by itself.
 */
export function useUnsavedChanges(isChanged: boolean): void {
  const form = useId();
  useEffect(() => {
    note(form, isChanged);
    return () => note(form, false);
  }, [form, isChanged]);
}

/** For what has to wait until no form holds unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges);
}
