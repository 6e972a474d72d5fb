import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer, SHORT_LIVED } from '#tests/support/real-server.ts';
import { builtServer } from '#tests/support/server-build.ts';

let folder: string;
let server: RealServer;

/** Builds a page into the folder that the server serves, replacing the one there. */
async function buildPage(version: string): Promise<void> {
  const web = path.join(folder, 'web');
  await rm(web, { recursive: true, force: true });
  await mkdir(path.join(web, 'assets'), { recursive: true });
  await writeFile(path.join(web, 'index.html'), `<!doctype html><title>${version}</title>`);
  await writeFile(path.join(web, 'worker.js'), `self.version = '${version}';`);
  await writeFile(path.join(web, 'assets', `start-${version}.js`), `export const version = '${version}';`);
}

async function served(address: string): Promise<[number, string]> {
  const answer = await fetch(`${server.address}${address}`, { headers: { accept: '*/*' } });
  return [answer.status, await answer.text()];
}

beforeAll(async () => {
  const { serverFile } = await builtServer();
  // Next to the copied build, so that packages are found from there.
  folder = await mkdtemp(path.join(path.dirname(serverFile), '../deployed-'));
  await cp(path.dirname(serverFile), path.join(folder, 'server'), { recursive: true });
  await buildPage('version1');
  server = new RealServer(path.join(folder, 'data'), {
    nodeArgs: SHORT_LIVED,
    serverFile: path.join(folder, 'server/server.js'),
    env: { CASELOAD_MODE: 'production', CASELOAD_SECRET: randomUUID() + randomUUID() },
  });
  await server.start();
});
afterAll(async () => {
  await server?.kill();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('a server whose build is replaced serves the one it started with, until it restarts', async () => {
  await buildPage('version2');
  await rm(path.join(folder, 'server'), { recursive: true });
  expect(await served('/')).toEqual([200, '<!doctype html><title>version1</title>']);
  expect(await served('/my-sessions')).toEqual([200, '<!doctype html><title>version1</title>']);
  expect(await served('/worker.js')).toEqual([200, "self.version = 'version1';"]);
  expect(await served('/assets/start-version1.js')).toEqual([200, "export const version = 'version1';"]);
  expect((await served('/assets/start-version2.js'))[0]).toBe(404);
  expect((await served('/api/health/'))[0]).toBe(200);

  await cp(path.dirname((await builtServer()).serverFile), path.join(folder, 'server'), { recursive: true });
  await server.stop();
  await server.start();
  expect(await served('/')).toEqual([200, '<!doctype html><title>version2</title>']);
});
