import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { demoTemplate } from '#tests/support/real-server.ts';

/** Where the demo organization lies that every story gets a copy of. */
export function templateFolder(outputDir: string): string {
  return path.join(outputDir, 'demo-organization');
}

/** Once, before the workers: two that began together would be in each other's way. */
export default async function makeTemplate({ projects }: FullConfig): Promise<void> {
  for (const folder of new Set(projects.map(({ outputDir }) => templateFolder(outputDir)))) {
    await demoTemplate(folder);
  }
}
