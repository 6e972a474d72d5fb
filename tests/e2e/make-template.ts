import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { demoTemplate } from '#tests/support/real-server.ts';

/** The folder of the demo organization that every test gets a copy of. */
export function templateFolder(outputDir: string): string {
  return path.join(outputDir, 'demo-organization');
}

/** Once, before the workers: two starting together would conflict. */
export default async function makeTemplate({ projects }: FullConfig): Promise<void> {
  for (const folder of new Set(projects.map(({ outputDir }) => templateFolder(outputDir)))) {
    await demoTemplate(folder);
  }
}
