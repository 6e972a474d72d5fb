import type { FullConfig } from '@playwright/test';
import { type DemoTemplates, makeDemoTemplates } from '#tests/support/demo-server.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';

const TEMPLATES = 'CASELOAD_DEMO_TEMPLATES';

/** The demo organization that every test gets a copy of. */
export function demoTemplates(): DemoTemplates {
  return JSON.parse(process.env[TEMPLATES] ?? '{}') as DemoTemplates;
}

/** Once, before the workers, which inherit the environment. Returns what ends the run. */
export default async function makeTemplates({ projects }: FullConfig): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const templates = await makeDemoTemplates(projects[0]?.outputDir ?? 'test-results', cluster.url);
  process.env[TEMPLATES] = JSON.stringify(templates);
  return () => cluster.stop();
}
