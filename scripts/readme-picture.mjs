// Photographs the demo organization for the README: a provider's day on the phone beside
// the office's report. `node scripts/readme-picture.mjs` writes docs/images/caseload.png.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';
import { provideChromium } from './test-tools.mjs';

requireNode();
installPackages();
buildWhenStale();
const executablePath = provideChromium();
const picture = path.join(root, 'docs/images/caseload.png');
const dataDir = mkdtempSync(path.join(tmpdir(), 'caseload-picture-'));
const server = spawn(process.execPath, [path.join(root, 'dist/server/server.js')], {
  env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const baseURL = await addressOf(server);
  const settings = { baseURL, locale: 'en-US', timezoneId: 'America/Los_Angeles' };
  const office = await browser.newContext({ ...settings, viewport: { width: 1280, height: 800 } });
  const phone = await browser.newContext({
    ...settings,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  for (const context of [office, phone]) {
    await context.addInitScript({ content: "localStorage.setItem('caseload-tour', 'off')" });
  }
  const desk = await office.newPage();
  await signIn(desk, 'admin', '/reports/dashboard/my-sessions/v2');
  const pocket = await phone.newPage();
  await signIn(pocket, 'provider', '/my-sessions');

  for (let at = 0; at < 3; at += 1) await logNextSession(pocket);
  await pocket.getByRole('status', { name: 'Sync' }).getByText('All changes synced').waitFor();
  await phone.setOffline(true);
  await addLunch(pocket);
  await logNextSession(pocket);
  await pocket
    .getByRole('status', { name: 'Sync' })
    .getByText(/^Offline · /)
    .waitFor();
  const offer = pocket.getByRole('button', { name: 'Not now' });
  if (await offer.isVisible()) await offer.click();
  // Toasts close automatically.
  await pocket.getByText('Session saved on this device').waitFor({ state: 'hidden' });
  await pocket.evaluate('window.scrollTo(0, 0)');

  await desk.getByRole('status', { name: 'Sync' }).getByText('All changes synced').waitFor();
  await desk.mouse.move(0, 0);
  await desk.waitForTimeout(1_000);
  mkdirSync(path.dirname(picture), { recursive: true });
  await compose(await desk.screenshot(), await pocket.screenshot());
} finally {
  await browser.close();
  server.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(picture);

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (bytes) => {
      output += String(bytes);
      const port = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://localhost:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

/** @param {import('playwright').Page} page @param {string} name @param {string} address */
async function signIn(page, name, address) {
  await page.goto(address);
  await page.getByLabel('Email').fill(`${name}@demo.caseload.example`);
  await page.getByLabel('Password', { exact: true }).fill('caseload-demo-2026');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('status', { name: 'Sync' }).waitFor();
  await page
    .getByRole('progressbar', { name: /^Loading records/ })
    .waitFor({ state: 'hidden', timeout: 60_000 });
}

/** @param {import('playwright').Page} page */
async function logNextSession(page) {
  await page
    .getByRole('button', { name: /^Log session/ })
    .first()
    .click();
  const form = page.getByRole('form', { name: 'New session' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}

/** @param {import('playwright').Page} page */
async function addLunch(page) {
  await page.getByRole('button', { name: 'Add lunch' }).click();
  const form = page.getByRole('form', { name: 'New lunch break' });
  await form.getByLabel('Start time').fill('11:30');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}

/** The two pictures on one sheet. @param {Buffer} desk @param {Buffer} pocket */
async function compose(desk, pocket) {
  const sheet = await browser.newPage({ viewport: { width: 1600, height: 960 } });
  const source = (/** @type {Buffer} */ image) => `data:image/png;base64,${image.toString('base64')}`;
  await sheet.setContent(`<!doctype html>
    <style>
      body { margin: 0; width: 1600px; height: 960px; background: #eceae4; position: relative; }
      img { position: absolute; display: block; box-shadow: 0 24px 60px rgb(30 25 20 / 22%); }
      .desk { left: 48px; top: 80px; width: 1280px; border-radius: 12px; }
      .pocket { right: 56px; top: 48px; width: 390px; border-radius: 36px; border: 8px solid #1d1a17; }
    </style>
    <img class="desk" alt="" src="${source(desk)}"><img class="pocket" alt="" src="${source(pocket)}">`);
  await sheet.waitForFunction('[...document.images].every((image) => image.complete)');
  await sheet.screenshot({ path: picture });
}
