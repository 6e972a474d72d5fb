import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Permission } from '#domain/access/permissions.ts';
import type { signInMachine } from '#machines/sign-in.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';

/** What the app hands to the routes. */
export interface RouterContext {
  signIn: {
    actor: ActorRefFrom<typeof signInMachine>;
    /** The signed-in person's device once nothing is being restored any more; nothing where nobody is signed in. */
    settled(): Promise<SignedInDevice | null>;
  };
  loadSurroundings(): Promise<{
    /** Everything around a signed-in person's screen. */
    Shell: ComponentType<{ device: SignedInDevice; children: ReactNode }>;
    /** For the narrow layout, whose screens bring their own top bar: theme and log-out at its end. */
    UserMenu: ComponentType;
  }>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the screen is called, in the top bar and in the window's title. */
    title?: string;
    /** Without it the screen is as good as not there. */
    permission?: Permission;
    /**
     * Which of this device's rows the screen takes for complete. Until they are here, it
     * isn't shown: `everything` (the default), `recent` for people and the current pay
     * period, where the screen itself asks `useLoading` for more, `nothing` where it
     * states no fact from them.
     */
    reads?: 'everything' | 'recent' | 'nothing';
    /** Whether people start their day there: while nothing is here yet, they're told why they can't. */
    punches?: boolean;
  }
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
