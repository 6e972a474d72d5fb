import { APP_VERSION } from '#contract/app-version.ts';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { openStorage } from '#db/open-storage.ts';
import { unsentCount } from '#db/outbox.ts';
import { isStorageProblem, UnopenedStorage } from '#db/storage-trouble.ts';
import { WrongPassword } from '#db/vault.ts';
import { showTimesAs } from '#domain/time/time-format.ts';
import type { Leave, SubmittedSignIn } from '#machines/sign-in.ts';
import type { ActiveSignIn, Profile } from '#machines/sign-in-outcome.ts';
import type { StatusAnswer } from '#machines/status-check.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';
import { createApiClient, NoAnswer, UnknownApiError } from '#sync/api-client.ts';
import { isoNow, noteServerTime, systemClock } from '#sync/clock.ts';
import { webLock } from '#sync/outbox/drain.ts';
import { confirmSignIn } from '#sync/sign-in/confirm-sign-in.ts';
import { reportDevice } from '#sync/sign-in/device-registration.ts';
import { forgetKeyInWorker, shareKey } from '#sync/sign-in/key-sharing.ts';
import {
  clearSignIn,
  eraseDevice,
  type OpenDevice,
  restoreSignIn,
  signInOffline,
  signInOnline,
  tellLogout,
} from '#sync/sign-in/sign-in.ts';
import { readSignIn, type StoredSignIn } from '#sync/sign-in/stored-sign-in.ts';
import { storedTokens } from '#sync/sign-in/stored-tokens.ts';
import { SyncEngine } from '#sync/sync-engine.ts';
import { askForBackgroundSync } from './background-sync.ts';
import { type Presence, type PresenceEffects, watchPresence } from './presence.ts';

/** Minimum interval between questions about the person's account. A pull happens every minute, or after a hint. */
const ACCOUNT_EVERY_MS = 5_000;

/** What the device session reports to the sign-in. */
export interface DeviceSessionEvents {
  tokenRenewed(token: string): void;
  /** The server rejects the sign-in: both the token and a renewed one. */
  signInRefused(reason: 'expired' | 'forced'): void;
  confirmed(profile: Profile): void;
}

export type OpenOutcome<Problem extends string> =
  | { kind: 'opened'; deviceSession: DeviceSession }
  | { kind: Problem; message?: string };

function profileOf({ token: _token, refresh: _refresh, ...profile }: StoredSignIn) {
  return profile;
}

/**
 * One person's work on this device, in this tab: their database, their API client, and the engine that syncs
 * both. Loaded at login.
 */
export class DeviceSession {
  device: SignedInDevice;
  readonly activeSignIn: ActiveSignIn;
  readonly #open: OpenDevice;
  readonly #events: DeviceSessionEvents;
  #stops: (() => void)[] = [];
  #presence: Presence | null = null;
  #isRefused = false;
  /** Whether the server has said who the person is since the device was opened. */
  #isConfirmed: boolean;

  constructor(open: OpenDevice, events: DeviceSessionEvents) {
    const { devices, vaultName, dataKey, device_id, signIn } = open;
    this.#open = open;
    this.#events = events;
    this.#isConfirmed = open.isOnline;
    const db = new LocalDatabase(vaultName, dataKey);
    const tokens = storedTokens(devices, vaultName, dataKey, (token) => events.tokenRenewed(token));
    const api = createApiClient({
      tokens,
      onSignedOut: () => void this.#noteRefused(),
      onServerTime: noteServerTime,
    });
    const sender = { db, api, device_id, app_version: APP_VERSION, clock: systemClock };
    const engine = new SyncEngine(sender, signIn.user_id, webLock, () =>
      reportDevice(sender, devices, { vaultName, dataKey }),
    );
    const wake = () => {
      engine.wake();
      askForBackgroundSync();
    };
    this.device = {
      profile: profileOf(signIn),
      workspace: { db, user_id: signIn.user_id, device_id, clock: systemClock, wake },
      engine,
    };
    this.activeSignIn = {
      kind: 'signed-in',
      profile: profileOf(signIn),
      token: signIn.token,
      online: open.isOnline,
    };
  }

  start(effects: Pick<PresenceEffects, 'tellActive' | 'end'>): void {
    const { vaultName, dataKey, isOnline } = this.#open;
    const { engine, profile } = this.device;
    showTimesAs(profile.time_format ?? null);
    this.#presence = watchPresence({
      ...effects,
      askStatus: () => this.askStatus(),
      lookAgain: () => void engine.refresh(),
    });
    this.#stops.push(shareKey({ vaultName, dataKey }), engine.start());
    this.#followAccount(isOnline);
    if (isOnline) void navigator.storage?.persist?.();
  }

  noteActiveElsewhere(at: number): void {
    this.#presence?.activeElsewhere(at);
  }

  /** Stops watching for activity; what is open stays open. */
  stop(): void {
    this.#presence?.stop();
    this.#presence = null;
  }

  async askStatus(): Promise<StatusAnswer> {
    try {
      const { logged_out } = await this.device.engine.api.call('auth.logout-status');
      return { kind: 'answer', ok: true, loggedOut: logged_out };
    } catch (problem) {
      if (problem instanceof NoAnswer) return { kind: 'none' };
      if (problem instanceof ApiError || problem instanceof UnknownApiError) {
        return { kind: 'answer', ok: false, loggedOut: false };
      }
      throw problem;
    }
  }

  /** Another session replaces this one in the tab, or none does: stored values stay. */
  close(): void {
    this.#stopWorking();
    this.device.workspace.db.close();
    this.#open.devices.close();
  }

  /**
   * Logs out: deletes the stored values, drops the data key, and tells the server without waiting for it. The
   * database is deleted only if nothing in it is unsynced, or its author has confirmed the discard.
   */
  async leave({ reason, elsewhere, discardUnsent }: Leave): Promise<void> {
    // First: a page that goes away must no longer pass on its key.
    this.#stopWorking();
    forgetKeyInWorker();
    const { db } = this.device.workspace;
    const { devices, vaultName, dataKey, signIn } = this.#open;
    try {
      if (elsewhere) return;
      clearSignIn();
      // The vault has the tokens as renewed since.
      const newest = await readSignIn(devices, vaultName, dataKey).catch(() => null);
      void tellLogout(newest ?? signIn);
      // If they can't be counted, they are kept.
      const writes = await unsentCount(db).catch(() => null);
      const erase = reason === 'logged-out' && (discardUnsent || writes === 0);
      db.close();
      if (erase) await eraseDevice(this.#open, { writes: writes ?? 0, discarded_at: isoNow(systemClock) });
    } finally {
      this.close();
    }
  }

  #stopWorking(): void {
    this.stop();
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** The server may have ended the session: only the session check still answers then, and says so. */
  async #noteRefused(): Promise<void> {
    if (this.#isRefused) return;
    this.#isRefused = true;
    const answer = await this.askStatus();
    this.#events.signInRefused(answer.kind === 'answer' && answer.loggedOut ? 'forced' : 'expired');
  }

  /**
   * Asks who the person is now, so that menu and screens follow a new role: after an offline login as soon as the
   * server is reachable, later after a pull, which hints about the person's own account cause too.
   */
  #followAccount(isOnline: boolean): void {
    const { engine } = this.device;
    let askedAt = isOnline ? performance.now() : null;
    let isAsking = false;
    let wasPulling = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        await this.#confirm();
        askedAt = performance.now();
      } catch {
        // No answer, or an error that the status check will judge: the next contact retries.
      } finally {
        isAsking = false;
      }
    };
    const unsubscribe = engine.subscribe(() => {
      const { isPulling, isReachable } = engine.getStatus();
      const hasPulled = wasPulling && !isPulling;
      wasPulling = isPulling;
      if (askedAt === null) {
        if (isReachable === true) void ask();
      } else if (hasPulled) {
        clearTimeout(timer);
        timer = setTimeout(() => void ask(), Math.max(0, askedAt + ACCOUNT_EVERY_MS - performance.now()));
      }
    });
    this.#stops.push(unsubscribe, () => clearTimeout(timer));
  }

  async #confirm(): Promise<void> {
    const { devices, vaultName, dataKey } = this.#open;
    const signIn = await confirmSignIn(this.device.engine.api, devices, vaultName, dataKey);
    if (signIn === null) return;
    // Nothing is rendered again if nothing has changed.
    const isSame = JSON.stringify(profileOf(signIn)) === JSON.stringify(this.device.profile);
    if (isSame && this.#isConfirmed) return;
    this.#isConfirmed = true;
    this.device = { ...this.device, profile: profileOf(signIn) };
    showTimesAs(signIn.time_format ?? null);
    this.#events.confirmed(profileOf(signIn));
  }
}

/** Continues with what another tab or the previous page has unlocked. Read-only. */
export async function restoreDeviceSession(
  events: DeviceSessionEvents,
): Promise<OpenOutcome<'locked' | 'signed-out' | 'storage'>> {
  return withDevices(async (devices) => {
    const restored = await restoreSignIn(devices);
    if (typeof restored !== 'string')
      return { kind: 'opened', deviceSession: new DeviceSession(restored, events) };
    devices.close();
    return { kind: restored };
  });
}

/** If this device's storage can't be opened, that is the result, with a message. */
async function withDevices<Problem extends string>(
  work: (devices: DeviceDatabase) => Promise<OpenOutcome<Problem>>,
): Promise<OpenOutcome<Problem | 'storage'>> {
  const devices = new DeviceDatabase();
  try {
    await openStorage(devices);
    return await work(devices);
  } catch (problem) {
    devices.close();
    if (!isStorageProblem(problem)) throw problem;
    const { message } = problem instanceof UnopenedStorage ? problem : new UnopenedStorage(problem);
    return { kind: 'storage', message };
  }
}

type Unopened = 'rejected' | 'code-needed' | 'setup-needed' | 'wrong-password-offline' | 'no-answer';

/** Asks the server or, without an answer, this device's vault. */
export async function openDeviceSession(
  credentials: SubmittedSignIn,
  events: DeviceSessionEvents,
): Promise<OpenOutcome<Unopened | 'storage'>> {
  return withDevices((devices) => openOn(devices, credentials, events));
}

const SECOND_STEPS: Partial<Record<ErrorCode, 'code-needed' | 'setup-needed'>> = {
  'login.code-needed': 'code-needed',
  'login.setup-needed': 'setup-needed',
};

/** What was wrong with the code; nothing if none was sent. */
function rejectedCode(problem: unknown): { message?: string } {
  const message = problem instanceof ApiError ? problem.fields?.code : undefined;
  return message === undefined ? {} : { message };
}

async function openOn(
  devices: DeviceDatabase,
  credentials: SubmittedSignIn,
  events: DeviceSessionEvents,
): Promise<OpenOutcome<Unopened>> {
  try {
    const open = await signInOnline(devices, credentials, APP_VERSION);
    return { kind: 'opened', deviceSession: new DeviceSession(open, events) };
  } catch (problem) {
    const next = problem instanceof ApiError ? SECOND_STEPS[problem.code] : undefined;
    if (next !== undefined) return { kind: next, ...rejectedCode(problem) };
    if (problem instanceof ApiError || problem instanceof UnknownApiError) {
      return { kind: 'rejected', message: problem.message };
    }
    if (!(problem instanceof NoAnswer)) throw problem;
  }
  try {
    const open = await signInOffline(devices, credentials);
    return open === null
      ? { kind: 'no-answer' }
      : { kind: 'opened', deviceSession: new DeviceSession(open, events) };
  } catch (problem) {
    if (problem instanceof WrongPassword) return { kind: 'wrong-password-offline' };
    throw problem;
  }
}
