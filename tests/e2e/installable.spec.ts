import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type PreviewServer, preview } from 'vite';

let files: PreviewServer;
let address: string;

// Only the built files, without the server: what the page can do alone.
test.beforeEach(async () => {
  files = await preview({
    configFile: false,
    logLevel: 'error',
    build: { outDir: 'dist/web' },
    preview: { host: '127.0.0.1', port: 0 },
  });
  address = `http://127.0.0.1:${(files.httpServer.address() as AddressInfo).port}`;
});

test.afterEach(() => files.close());

test('the browser finds the app installable', async ({ page }) => {
  await page.goto(address);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});

test('every icon has the size named in the manifest', async ({ page }) => {
  await page.goto(address);
  const sizes = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const manifest = (await (await fetch(link?.href ?? '')).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    return Promise.all(
      manifest.icons
        .filter(({ type }) => type === 'image/png')
        .map(async ({ src, sizes }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return { named: sizes, drawn: `${image.naturalWidth}x${image.naturalHeight}` };
        }),
    );
  });
  expect(sizes.map(({ named }) => named)).toEqual(['192x192', '512x512', '512x512']);
  expect(sizes.map(({ drawn }) => drawn)).toEqual(sizes.map(({ named }) => named));
});

test('the app starts without the server', async ({ page }) => {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await files.close();
  await page.reload();
  await expect(page).toHaveTitle(/Caseload/);
  await expect(page.locator('#root')).not.toBeEmpty();
});
