import { liveQuery, type Subscription } from 'dexie';
import { useSyncExternalStore } from 'react';
import type { LocalRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { type PersonEntity, rowsById } from '#db/people.ts';
import { useSignedIn } from './signed-in.ts';

/** Rows by id. A row that isn't loaded yet is undefined, and the screen renders again when it is. */
export interface ById<Row> {
  get(id: string): Row | undefined;
}

/** So many questions stay separate: a change repeats only its own. */
const MOST_QUESTIONS = 12;

/**
 * The rows that screens have asked for by id, live. It reads only those, all ids of one render together, so
 * its cost depends on what screens show, not on how many rows the device has.
 */
class AskedRows<Name extends PersonEntity> {
  readonly #db: LocalDatabase;
  readonly #entity: Name;
  readonly #rows = new Map<string, LocalRow<Name>>();
  /** Everything asked for so far. */
  readonly #asked = new Set<string>();
  /** Those of them that this device doesn't have, in order. */
  #absent: readonly string[] = [];
  /** What is read at the end of the current render. */
  #next: string[] = [];
  #questions: { subscription: Subscription; answered: () => void }[] = [];
  readonly #screens = new Set<() => void>();
  /** The last screen has closed: the rows stay, but nothing is live. */
  #isPaused = false;
  /** Another object after each change. */
  #shown: ById<LocalRow<Name>>;

  constructor(db: LocalDatabase, entity: Name) {
    this.#db = db;
    this.#entity = entity;
    this.#shown = this.#view();
  }

  readonly shown = (): ById<LocalRow<Name>> => this.#shown;

  readonly absent = (): readonly string[] => this.#absent;

  readonly subscribe = (screen: () => void): (() => void) => {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#next = [];
      this.#stop();
      this.#ask([...this.#asked]);
    }
    this.#screens.add(screen);
    return () => {
      this.#screens.delete(screen);
      if (this.#screens.size > 0) return;
      this.#isPaused = true;
      this.#stop();
    };
  };

  #view(): ById<LocalRow<Name>> {
    return { get: (id) => this.#rows.get(id) ?? this.#want(id) };
  }

  #want(id: string): undefined {
    if (id === '' || this.#asked.has(id)) return undefined;
    this.#asked.add(id);
    if (this.#next.push(id) === 1) {
      queueMicrotask(() => {
        const ids = this.#next;
        this.#next = [];
        this.#ask(ids);
      });
    }
    return undefined;
  }

  /** Resolves when these rows can be shown. */
  load(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id !== '' && !this.#asked.has(id));
    for (const id of wanted) this.#asked.add(id);
    return new Promise((resolve) => this.#ask(wanted, resolve));
  }

  #ask(ids: readonly string[], answered: () => void = () => undefined): void {
    if (ids.length === 0) {
      answered();
      return;
    }
    const isMany = this.#questions.length >= MOST_QUESTIONS;
    if (isMany) this.#stop();
    const wanted = isMany ? [...this.#asked] : ids;
    const subscription = liveQuery(() => rowsById(this.#db, this.#entity, wanted)).subscribe({
      next: (rows) => {
        this.#show(wanted, rows);
        answered();
      },
      // The database is closed: nobody sees these screens any more.
      error: answered,
    });
    this.#questions.push({ subscription, answered });
  }

  #stop(): void {
    for (const { subscription, answered } of this.#questions) {
      subscription.unsubscribe();
      answered();
    }
    this.#questions = [];
  }

  #show(ids: readonly string[], rows: ReadonlyMap<string, LocalRow<Name>>): void {
    const others = this.#absent.filter((id) => !ids.includes(id));
    const absent = [...others, ...ids.filter((id) => !rows.has(id))].sort();
    const areSameAbsent = absent.join() === this.#absent.join();
    const areSame = ids.every((id) => isSameRow(this.#rows.get(id), rows.get(id)));
    if (areSame && areSameAbsent) return;
    if (!areSameAbsent) this.#absent = absent;
    if (!areSame) {
      for (const id of ids) {
        const row = rows.get(id);
        if (row === undefined) this.#rows.delete(id);
        else this.#rows.set(id, row);
      }
      this.#shown = this.#view();
    }
    for (const screen of this.#screens) screen();
  }
}

function isSameRow(a: object | undefined, b: object | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

type Asked = { [Name in PersonEntity]: AskedRows<Name> };
const askedOf = new WeakMap<LocalDatabase, Asked>();

function askedRows<Name extends PersonEntity>(db: LocalDatabase, entity: Name): Asked[Name] {
  const known = askedOf.get(db) ?? {
    student: new AskedRows(db, 'student'),
    provider: new AskedRows(db, 'provider'),
    client: new AskedRows(db, 'client'),
  };
  askedOf.set(db, known);
  return known[entity];
}

/** Students, providers, or clients on this device by id, live: only those that the screen asks for are read. */
export function usePeopleById<Name extends PersonEntity>(entity: Name): ById<LocalRow<Name>> {
  const asked = askedRows(useSignedIn().workspace.db, entity);
  return useSyncExternalStore(asked.subscribe, asked.shown);
}

/** The ids that screens have asked for and that this device doesn't have, in order. */
export function useAbsentPeople(entity: PersonEntity): readonly string[] {
  const asked = askedRows(useSignedIn().workspace.db, entity);
  return useSyncExternalStore(asked.subscribe, asked.absent);
}

/** Whom a row names. */
type Named = Partial<Record<PersonEntity, readonly (string | null)[]>>;

/**
 * The rows of a query with the people whom they name, so that a list appears with its names at once. It is the
 * last read of its query.
 */
export async function withPeople<Row>(
  db: LocalDatabase,
  reading: Promise<Row[]>,
  named: (row: Row) => Named,
): Promise<Row[]> {
  const rows = await reading;
  const all = rows.map(named);
  await Promise.all(
    (['student', 'provider', 'client'] as const).map((entity) =>
      askedRows(db, entity).load(all.flatMap((one) => (one[entity] ?? []).flatMap((id) => id ?? []))),
    ),
  );
  return rows;
}

export function peopleOfSession(session: { student_ids: readonly string[]; provider: string }): Named {
  return { student: session.student_ids, provider: [session.provider] };
}

export function peopleOfEvent({ event }: { event: { student: string | null; provider: string } }): Named {
  return { student: [event.student], provider: [event.provider] };
}
