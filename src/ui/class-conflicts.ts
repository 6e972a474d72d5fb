import { twMerge } from 'tailwind-merge';
import { resolveConflictsWith } from './class-names.ts';

// A file of its own, loaded with the first signed-in screen: the login page saves its 8 kB.
resolveConflictsWith(twMerge);
