import { ApiError, replayOf } from '#contract/errors.ts';
import { dropForeignFiles, filesUnderWay } from '#db/attachment-files.ts';
import { hasWaitingCalls } from '#db/waiting-calls.ts';
import { type ApiClient, NoAnswer } from './api-client.ts';
import { type PartReport, sendNextPart } from './files/send-parts.ts';
import { amendTimesheets, rowsWithUnsent } from './outbox/amend-timesheets.ts';
import { type DrainLock, type DrainReport, drainBatch, resumeSending, webLock } from './outbox/drain.ts';
import { type CallsReport, sendWaitingCalls } from './outbox/send-calls.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from './outbox/settle.ts';
import { openTransport, type Sender } from './outbox/transport.ts';
import { drainWhileAnswered } from './outbox/worker-drain.ts';
import { wantDigestCheck } from './pull/digest.ts';
import { followHints } from './pull/hints.ts';
import { pullAll } from './pull/pull.ts';

/** Check the outbox and the server at least this often while the app is open. */
const HEARTBEAT_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
/** File steps before writes and pulls get their turn. */
const STEPS_OF_FILES = 8;
/** Minimum interval between contact reports, apart from what is sent. */
const CONTACT_EVERY_MS = 60_000;

export interface SyncStatus {
  /** Whether our server answered last; null before the first attempt. */
  isReachable: boolean | null;
  isSending: boolean;
  isPulling: boolean;
  /** The last fault other than an API error or a missing response, in the browser's words. */
  fault: string | null;
}

/**
 * Keeps one signed-in person's device in sync while a page is open: drains, pulls, listens for hints. Nothing
 * depends on it running; the next start catches up.
 */
export class SyncEngine {
  readonly sender: Sender;
  readonly api: ApiClient;
  readonly #userId: string;
  #lock: DrainLock;
  #tellContact: (() => Promise<unknown>) | null;
  #toldContactAt = Number.NEGATIVE_INFINITY;
  #status: SyncStatus = { isReachable: null, isSending: false, isPulling: false, fault: null };
  #listeners = new Set<() => void>();
  #watchers = new Set<(entity: string | null) => void>();
  #running: Promise<void> | null = null;
  #wanted = { drain: false, pull: false };
  /** A refresh was requested since the running attempt began. */
  #isRequestedAgain = false;
  /** Writes held for a login have not been released yet: a device may be unable to store that at first. */
  #isHeld = false;
  #failures = 0;
  /** Why the last attempt failed; null if it succeeded. */
  #failure: unknown = null;
  /** The server asked for a pause until this clock reading. */
  #quietUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = new AbortController();

  /** @param tellContact reports this device's state to the server; best effort */
  constructor(
    sender: Sender,
    userId: string,
    lock: DrainLock = webLock,
    tellContact: (() => Promise<unknown>) | null = null,
  ) {
    this.sender = sender;
    this.#userId = userId;
    this.api = sender.api;
    this.#lock = lock;
    this.#tellContact = tellContact;
  }

  /** Starts syncing, including writes held for a login, and returns a stop function. */
  start(): () => void {
    this.#isHeld = true;
    void this.refresh();
    void this.#hint();
    return () => {
      this.#stopped.abort();
      clearTimeout(this.#timer);
    };
  }

  getStatus = (): SyncStatus => this.#status;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Calls back when the server says that rows of an entity changed that this device doesn't hold; with null when
   * such a hint may have been missed. Returns a function that stops it.
   */
  watch(watcher: (entity: string | null) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Call when something was queued. */
  wake(): void {
    this.#want({ drain: true, pull: false });
  }

  /** Checks everything: start, online, visible, focus, a hint. Resolves when it is done or has failed. */
  refresh(): Promise<void> {
    this.#failures = 0;
    this.#isRequestedAgain = true;
    this.#want({ drain: true, pull: true });
    return this.#running ?? Promise.resolve();
  }

  /** Like `refresh`. @throws why it failed, for those who only log it: everything else follows from the status */
  async mustRefresh(): Promise<void> {
    await this.refresh();
    if (this.#failure !== null) throw this.#failure;
  }

  /** Like `refresh`, and compares this device with the server's digests. */
  async verify(): Promise<void> {
    await wantDigestCheck(this.sender.db);
    await this.refresh();
  }

  #want(wanted: { drain: boolean; pull: boolean }): void {
    if (this.#stopped.signal.aborted) return;
    this.#wanted = { drain: this.#wanted.drain || wanted.drain, pull: this.#wanted.pull || wanted.pull };
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#stopped.signal.aborted) return;
    clearTimeout(this.#timer);
    const quiet = this.#quietMs();
    if (quiet === 0 && this.#failures === 0 && (this.#wanted.drain || this.#wanted.pull)) {
      this.#want({ drain: false, pull: false });
      return;
    }
    const wait =
      this.#failures === 0
        ? HEARTBEAT_MS
        : 500 + Math.min(LONGEST_WAIT_MS, backoffMs(this.#failures, this.sender.clock.random()));
    this.#timer = setTimeout(() => this.#want({ drain: true, pull: true }), quiet > 0 ? quiet : wait);
  }

  #quietMs(): number {
    const left = this.#quietUntil - this.sender.clock.now();
    // Longer than this only after the clock was set back.
    return left > 0 && left <= LONGEST_BACKOFF_MS ? left : 0;
  }

  async #run(): Promise<void> {
    if (this.#quietMs() > 0) return;
    while ((this.#wanted.drain || this.#wanted.pull) && !this.#stopped.signal.aborted) {
      const wanted = this.#wanted;
      this.#wanted = { drain: false, pull: false };
      this.#isRequestedAgain = false;
      try {
        if (this.#isHeld) await resumeSending(this.sender.db);
        this.#isHeld = false;
        if (wanted.drain) await this.#drain();
        if (wanted.pull) await this.#pull();
        this.#failures = 0;
        this.#failure = null;
        this.#note({ isReachable: true, fault: null });
      } catch (problem) {
        this.#failure = problem;
        this.#wanted = {
          drain: this.#wanted.drain || wanted.drain,
          pull: this.#wanted.pull || wanted.pull,
        };
        // If the network came back during this attempt, retry immediately.
        this.#failures = this.#isRequestedAgain ? 0 : this.#failures + 1;
        const isOffline = problem instanceof NoAnswer;
        const isBusy = problem instanceof ApiError && replayOf(problem.status, problem.code) === 'retry';
        if (isBusy) {
          const wait = Math.min(problem.retryAfterMs ?? 0, LONGEST_BACKOFF_MS);
          this.#quietUntil = this.sender.clock.now() + wait;
        }
        this.#note({
          isSending: false,
          isPulling: false,
          isReachable: !isOffline,
          fault: isOffline || isBusy ? null : String(problem instanceof Error ? problem.message : problem),
        });
        return;
      }
    }
  }

  async #drain(): Promise<void> {
    const { db } = this.sender;
    const waiting = await db.outbox.where('state').anyOf('waiting', 'sending').count();
    if (waiting > 0) await this.#sendWrites();
    await this.#sendCalls();
    await this.#sendFiles();
    this.#note({ isSending: false });
  }

  async #sendWrites(): Promise<void> {
    const { db, clock } = this.sender;
    this.#note({ isSending: true });
    const transport = openTransport(this.sender);
    const report = await drainWhileAnswered(() => drainBatch(db, transport, clock, this.#lock));
    if (report.pull) this.#wanted.pull = true;
    this.#heed(report);
  }

  async #sendCalls(): Promise<void> {
    const { db } = this.sender;
    if (!(await hasWaitingCalls(db))) return;
    this.#note({ isSending: true });
    this.#heed(await sendWaitingCalls(this.sender, this.#lock));
  }

  /** Some parts of a file; then new writes and a pull get their turn. */
  async #sendFiles(): Promise<void> {
    for (let step = 0; step < STEPS_OF_FILES; step += 1) {
      if (this.#stopped.signal.aborted) return;
      if ((await filesUnderWay(this.sender.db)).length === 0) return;
      const report = await sendNextPart(this.sender, this.#lock);
      if (report.pull) this.#wanted.pull = true;
      this.#heed(report);
      if (report.outcome !== 'step') return;
      this.#note({ isSending: true });
    }
    this.#wanted.drain = true;
  }

  #heed({
    outcome,
    retryAfterMs,
  }: Pick<PartReport | DrainReport | CallsReport, 'outcome' | 'retryAfterMs'>): void {
    if (outcome === 'no-answer') throw new NoAnswer();
    if (outcome === 'busy') throw new ApiError('server.busy', { retryAfterMs });
  }

  async #pull(): Promise<void> {
    this.#note({ isPulling: true });
    const { db, device_id, clock } = this.sender;
    const unsent = await rowsWithUnsent(db);
    await pullAll(db, this.api, device_id, this.#lock);
    await dropForeignFiles(db);
    await amendTimesheets({ db, device_id, clock, user_id: this.#userId, wake: () => this.wake() }, unsent);
    this.#note({ isPulling: false });
    this.#contact();
  }

  /** Fire and forget: the next contact reports what this one could not. */
  #contact(): void {
    const now = this.sender.clock.now();
    if (this.#tellContact === null || Math.abs(now - this.#toldContactAt) < CONTACT_EVERY_MS) return;
    this.#toldContactAt = now;
    this.#tellContact().catch(() => undefined);
  }

  async #hint(): Promise<void> {
    await followHints(this.api, this.sender.clock, this.#stopped.signal, (entity) => {
      if (entity === undefined) this.#want({ drain: true, pull: true });
      else for (const watcher of this.#watchers) watcher(entity);
    });
  }

  #note(change: Partial<SyncStatus>): void {
    const next = { ...this.#status, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#status)) return;
    this.#status = next;
    for (const listener of this.#listeners) listener();
  }
}
