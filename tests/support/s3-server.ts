/// <reference path="./s3-server.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { FaultProxy } from './fault-proxy.ts';

export interface S3Server {
  /** Between us and the store: its faults are the network's. */
  proxy: FaultProxy;
  /** The value of ATTACHMENTS_URL. */
  url: string;
  /** The keys, as the environment names them. The store checks every signature. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  stop(): Promise<void>;
}

/** Starts a store that speaks S3, with one bucket, on loopback. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caseload-bucket-'));
  const store = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await store.run();
  const proxy = new FaultProxy(() => `http://127.0.0.1:${port}`);
  await proxy.start();
  return {
    proxy,
    url: `s3://files/school/2026?endpoint=${proxy.address}`,
    keys: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    async stop() {
      await proxy.stop();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
