import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import type { PageBench } from './page.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The product's own code, and what it is compared with, as one script for a page. */
async function buildPageCode(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'caseload-bench-page-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Workbox reads it; pages don't have it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      outDir,
      lib: {
        entry: path.join(root, 'tests/bench/page.ts'),
        formats: ['iife'],
        name: 'caseloadBench',
        fileName: () => 'page.js',
      },
    },
  });
  const code = await readFile(path.join(outDir, 'page.js'), 'utf8');
  await rm(outDir, { recursive: true });
  return code;
}

let code: Promise<string> | undefined;

/** Provides `window.bench` to the page. */
export async function addPageBench(page: Page): Promise<void> {
  code ??= buildPageCode();
  await page.addScriptTag({ content: await code });
  await page.waitForFunction(() => 'bench' in window);
}

declare global {
  interface Window {
    bench: PageBench;
  }
}
