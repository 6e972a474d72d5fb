import type { TestProject } from 'vitest/node';
import provideCluster from '#tests/support/postgres-cluster.ts';

/** A cluster with fsync, because measurements include it. */
export default (project: TestProject) => provideCluster(project, { isSynced: true });
