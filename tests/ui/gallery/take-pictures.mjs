// Builds the gallery and photographs it in both themes at three widths:
//   node tests/ui/gallery/take-pictures.mjs <folder> [port]
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, preview } from 'vite';

const [folder = 'gallery-pictures', port = '4110'] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const settings = {
  configFile: false,
  root: here,
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: join(folder, 'built'),
    emptyOutDir: true,
    rollupOptions: { input: join(here, 'gallery.html') },
  },
  preview: { port: Number(port), strictPort: true, host: '127.0.0.1' },
};

const widths = [390, 820, 1440];
const tabs = ['controls', 'forms', 'lists', 'floating'];
/** Overlays, each opened by the button of that name. */
const floating = ['Dialog', 'Sheet', 'Request deletion', 'Popover', 'Menu', 'Messages'];

mkdirSync(folder, { recursive: true });
await build(settings);
const server = await preview(settings);
const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(existsSync(installed) ? { executablePath: installed } : {}),
});
const faults = [];
try {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of widths) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 844 },
        hasTouch: width === 390,
        isMobile: width === 390,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      const name = (what) => join(folder, `${what}-${width}-${colorScheme}.png`);
      for (const tab of tabs) {
        await page.goto(`http://127.0.0.1:${port}/gallery.html?tab=${tab}`);
        await page.getByRole('tabpanel').waitFor();
        await page.screenshot({ path: name(tab), fullPage: true });
      }
      for (const part of floating) {
        await page.goto(`http://127.0.0.1:${port}/gallery.html?tab=floating`);
        await page.getByRole('button', { name: part, exact: true }).click();
        await page.waitForTimeout(500);
        await page.screenshot({ path: name(`floating-${part.toLowerCase().replaceAll(' ', '-')}`) });
      }
      await page.goto(`http://127.0.0.1:${port}/gallery.html?tab=forms`);
      await page.getByRole('combobox', { name: 'Group' }).click();
      await page.keyboard.type('silva');
      await page.waitForTimeout(200);
      await page.screenshot({ path: name('floating-combobox') });
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
