import { ApiError } from '#contract/errors.ts';
import { FOLLOW_LIMIT, type PullPage } from '#contract/sync.ts';
import { followedFiles, getsFile } from '#db/followed-files.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { ApiClient } from '../api-client.ts';

/**
 * Tells the server which files this device follows, if that has changed: the last opened ones, and all that unsent work is
 * about. A refusal isn't a reason not to pull; the next pull tells it again.
 * @returns whether the server was told something new
 * @throws NoAnswer
 */
export async function tellFollows(db: LocalDatabase, api: ApiClient, deviceId: string): Promise<boolean> {
  const { opened, told } = await followedFiles(db);
  if (opened.length === 0 && (told === null || told.length === 0)) return false;
  const students = await wantedFiles(db, opened);
  if (told !== null && isSameList(told, students)) return false;
  try {
    const answer = await api.call('sync.follow', { params: { device_id: deviceId }, body: { students } });
    await db.transaction('rw', db.meta, async () => {
      const now = await followedFiles(db);
      // Those without a right any more are forgotten, unless they were opened again meanwhile.
      const isFollowed = (id: string) => answer.students.includes(id);
      const isKept = (id: string) => !opened.includes(id) || isFollowed(id);
      const refused = [...new Set([...(now.refused ?? []), ...students])].filter((id) => !isFollowed(id));
      const { problem: _, ...known } = now;
      await db.meta.put({ ...known, opened: now.opened.filter(isKept), told: answer.students, refused });
    });
    return true;
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    await db.transaction('rw', db.meta, async () => {
      await db.meta.put({ ...(await followedFiles(db)), problem: problem.message });
    });
    return false;
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** The last opened ones, at most as many as a device may follow; what unsent work is about comes first. */
async function wantedFiles(db: LocalDatabase, opened: readonly string[]): Promise<string[]> {
  if (opened.length <= FOLLOW_LIMIT) return [...opened];
  const named = await studentsOfUnsentWork(db, opened);
  return [...opened.filter((id) => named.has(id)), ...opened.filter((id) => !named.has(id))].slice(
    0,
    FOLLOW_LIMIT,
  );
}

/** Those of these students whom a queued write, a draft, or a file still uploading is about. */
async function studentsOfUnsentWork(
  db: LocalDatabase,
  students: readonly string[],
): Promise<ReadonlySet<string>> {
  const forms = (await db.drafts.toCollection().primaryKeys()).join();
  const uploads = await db.attachmentFiles.where('purpose').equals('sending').primaryKeys();
  const named = (await db.outbox.toArray()).flatMap(({ about }) => about);
  // A form's draft is named by the student or by the row that it edits.
  for (const table of [db.goals, db.parents, db.studentNotes, db.studentServices, db.attachments]) {
    const rows = await table
      .where('student')
      .anyOf([...students])
      .toArray();
    for (const { id, student, scopes } of rows) {
      // A row that was accepted and that no pull has brought yet would stay here without its file.
      if (scopes.length === 0 || forms.includes(id) || uploads.includes(id)) named.push(student);
    }
  }
  return new Set(students.filter((id) => named.includes(id) || forms.includes(id)));
}

/** At the end of a pull: which of the followed files are wholly here. */
export async function noteFilesHere(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.students, db.meta, async () => {
    const known = await followedFiles(db);
    const rows = await db.students.bulkGet(known.told ?? []);
    const here = rows.flatMap((row) => (row !== undefined && getsFile(row) ? [row.id] : []));
    if (!isSameList(here, known.here)) await db.meta.put({ ...known, here });
  });
}

/**
 * What a page says about followed files: those whose follow the server has ended are forgotten here, and followed again once they
 * are opened again. Before a full pull the server may have been restored: it is told everything again. Runs inside the
 * transaction that stores the page.
 */
export async function noteEndedFollows(
  db: LocalDatabase,
  { is_fresh, scopes_removed }: Pick<PullPage, 'is_fresh' | 'scopes_removed'>,
): Promise<void> {
  const known = await followedFiles(db);
  const { told } = known;
  if (is_fresh && told !== null) return void (await db.meta.put({ ...known, told: null }));
  // What the server was told to leave out may have been opened again since.
  const ended = new Set(told?.filter((id) => scopes_removed.includes(`student:${id}`)));
  if (ended.size === 0 || told === null) return;
  const isKept = (id: string) => !ended.has(id);
  await db.meta.put({ ...known, opened: known.opened.filter(isKept), told: told.filter(isKept) });
}
