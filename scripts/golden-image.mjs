// `node scripts/golden-image.mjs`: keeps what this version stores on devices for the tests
// of all later ones, in tests/golden. Run it when a version of a local schema or of a body
// that waits in the outbox is about to be released. What is kept already is never written
// again: a released shape does not change.
import 'fake-indexeddb/auto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from './prepare.mjs';

const folder = path.join(root, 'tests/golden');

/**
 * @typedef {{ version: number }} Image
 * @typedef {{ endpoint: string, endpoint_version: number }} Write
 * @typedef {{ makeGoldenDevice(): Promise<{ local: Image, device: Image }> }} DeviceMaker
 * @typedef {{ makeGoldenWrites(): Write[] }} WriteMaker
 */

/** @param {string} name */
async function maker(name) {
  const { module } = await runnerImport(path.join(root, 'tests/support', name), { root, configFile: false });
  return module;
}
const { makeGoldenDevice } = /** @type {DeviceMaker} */ (await maker('golden-device.ts'));
const { makeGoldenWrites } = /** @type {WriteMaker} */ (await maker('golden-writes.ts'));

/**
 * @param {string} name
 * @param {unknown} content
 */
function keep(name, content) {
  const file = path.join(folder, name);
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`);
  console.log(`tests/golden/${name}`);
}

const { device, ...local } = await makeGoldenDevice();
keep(`device-${device.version / 10}.json`, device);
keep(`local-${local.local.version / 10}.json`, { ...local, device_image: device.version / 10 });
for (const write of makeGoldenWrites()) {
  keep(`outbox/${write.endpoint}-${write.endpoint_version}.json`, write);
}
