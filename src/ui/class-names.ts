import { type ClassValue, clsx } from 'clsx';

/** Keeps every class until `class-conflicts.ts` is loaded: the login page has no conflicting ones. */
let resolveConflicts: (classes: string) => string = (classes) => classes;

/** Joins class names; of two Tailwind classes for the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return resolveConflicts(clsx(classes));
}

/** Sets how `cn` drops the earlier of two classes for the same property. */
export function resolveConflictsWith(resolve: (classes: string) => string): void {
  resolveConflicts = resolve;
}
