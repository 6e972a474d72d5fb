import type { FullConfig } from '@playwright/test';
import { pacificDay } from '#domain/time/pacific.ts';
import { type Demo, makeDemo } from '#tests/support/demo-server.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';

const DEMO = 'CASELOAD_DEMO';

let newest: Demo | undefined;

/**
 * The demo organization of today, of which every test gets a copy. The run seeds it once; each worker seeds
 * another after midnight, Pacific time.
 */
export async function demoOfToday(): Promise<Demo> {
  newest ??= JSON.parse(process.env[DEMO] ?? '') as Demo;
  const day = pacificDay(Date.now());
  if (newest.day !== day) {
    const name = `demo_${day.replaceAll('-', '_')}_${process.env.TEST_WORKER_INDEX}`;
    newest = await makeDemo(newest, name);
  }
  return newest;
}

/** Once, before the workers, which inherit the environment. Returns what ends the run. */
export default async function makeTemplate({ projects }: FullConfig): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const folder = projects[0]?.outputDir ?? 'test-results';
  const demo = await makeDemo({ folder, clusterUrl: cluster.url }, 'demo');
  process.env[DEMO] = JSON.stringify(demo);
  return () => cluster.stop();
}
