import { useEffect, useId, useRef, useSyncExternalStore } from 'react';

interface ChangedForm {
  discard: () => void;
  loss: Loss;
}

/** What leaving asks. */
export interface Loss {
  title: string;
  /** What is lost, as a sentence. */
  words: string;
}

const LOSS: Loss = { title: 'Leave without saving?', words: 'What you entered here will be discarded.' };
const changedForms = new Map<string, ChangedForm>();
const listeners = new Set<() => void>();

function note(form: string, changed: ChangedForm | null): void {
  const wasChanged = changedForms.has(form);
  if (changed === null) changedForms.delete(form);
  else changedForms.set(form, changed);
  if (wasChanged === (changed !== null)) return;
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
  for (const { discard } of changedForms.values()) discard();
}

/** What leaving now loses. */
export function unsavedLoss(): Loss {
  return [...changedForms.values()].map(({ loss }) => loss).find((loss) => loss !== LOSS) ?? LOSS;
}

/**
 * Every form calls this with whether it has unsaved changes. While one has, leaving asks first and nothing
 * covers or reloads the page automatically.
 * @param discard drops the form's stored draft, once leaving was confirmed
 * @param loss what leaving loses, if it isn't what was entered
 */
export function useUnsavedChanges(
  isChanged: boolean,
  discard: () => void = () => undefined,
  loss = LOSS,
): void {
  const form = useId();
  const newest = useRef(discard);
  newest.current = discard;
  useEffect(() => {
    note(form, isChanged ? { discard: () => newest.current(), loss } : null);
    return () => note(form, null);
  }, [form, isChanged, loss]);
}

/** For work that has to wait until no form has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges);
}
