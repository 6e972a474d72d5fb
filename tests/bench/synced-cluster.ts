import type { TestProject } from 'vitest/node';
import provideCluster from '#tests/support/postgres-cluster.ts';

/** A cluster that waits for the disk: a measurement counts that, too. */
export default (project: TestProject) => provideCluster(project, { isSynced: true });
