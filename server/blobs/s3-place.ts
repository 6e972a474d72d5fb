/** A bucket of an S3-compatible store, and the keys to it. */
export interface S3Place {
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before every name: empty, or ends with a slash. */
  prefix: string;
  /** Whether the bucket is in the path (`store.example/bucket/…`) or in the host (`bucket.store.example/…`). */
  style: 'path' | 'host';
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary keys. */
  sessionToken: string | null;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Needs no escaping, neither in addresses nor in XML. */
const PREFIX = /^([A-Za-z0-9_.-]+\/)*$/;
const OPTIONS = new Set(['endpoint', 'region', 'style']);
/** Where the environment names none. */
const USUAL_REGION = 'us-east-1';

/** The environment as the tools of Amazon name it. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `s3://bucket/prefix?endpoint=https://…&region=…&style=path`. Keys, and a region or endpoint that the
 * address lacks, are those of the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
 * `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`.
 * @returns the problem in words, if there is one
 */
export function s3PlaceOf(text: string, environment: Environment): S3Place | string {
  if (!URL.canParse(text) || !text.startsWith('s3://')) {
    return 'must be an address such as s3://bucket/prefix?endpoint=https://store.example&region=us-east-1';
  }
  const { hostname: bucket, pathname, searchParams, username, port } = new URL(text);
  if (!BUCKET.test(bucket) || username !== '' || port !== '') return 'must name a bucket, as in s3://bucket';
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  if (!PREFIX.test(prefix)) return 'may have letters, digits, ".", "_", "-", and "/" after the bucket';
  const unknown = [...searchParams.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) return `has an unknown option: ${unknown.slice(0, 40)}`;
  const region =
    searchParams.get('region') ?? environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? USUAL_REGION;
  const named = searchParams.get('endpoint') ?? environment.AWS_ENDPOINT_URL_S3 ?? null;
  const endpoint = named ?? `https://s3.${region}.amazonaws.com`;
  if (!isOrigin(endpoint)) return 'must have an endpoint such as https://store.example';
  // Amazon wants the host; most others have one name for all buckets.
  const style = searchParams.get('style') ?? (named === null && !bucket.includes('.') ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') return 'must have style=path or style=host';
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  if (accessKeyId === '' || secretAccessKey === '') {
    return 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  const sessionToken = environment.AWS_SESSION_TOKEN || null;
  return { endpoint, region, bucket, prefix, style, accessKeyId, secretAccessKey, sessionToken };
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '');
}

/** The place without its keys, for people. */
export function nameOfPlace({ endpoint, bucket, prefix }: S3Place): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`;
}
