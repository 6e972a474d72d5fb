import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Permission } from '#domain/access/permissions.ts';
import type { signInMachine } from '#machines/sign-in.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';

/** The context that the app passes to the routes. */
export interface RouterContext {
  signIn: {
    actor: ActorRefFrom<typeof signInMachine>;
    /** The person's device once nothing is being restored; null while logged out. */
    settled(): Promise<SignedInDevice | null>;
  };
  loadSurroundings(): Promise<{
    /** The frame around a logged-in person's screen. */
    Shell: ComponentType<{ device: SignedInDevice; children: ReactNode }>;
    /** For the narrow layout, whose screens bring their own top bar: theme and logout at its end. */
    UserMenu: ComponentType;
  }>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's title, in the top bar and the window's title. */
    title?: string;
    /** Without this permission the screen is shown as not found. */
    permission?: Permission;
    /**
     * Which rows of this device must have loaded before the screen is shown: `everything` (the default),
     * `recent` for people and the current pay period, where the screen calls `useLoading` for more, `nothing`
     * if it shows no facts from them.
     */
    reads?: 'everything' | 'recent' | 'nothing';
    /** Whether people clock in there: while records are loading, they are told why they can't yet. */
    punches?: boolean;
  }
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
