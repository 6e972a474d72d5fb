import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '#server/config.ts';

const SECRET = 'x'.repeat(32);
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'caseload-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the configuration', () => {
  test("creates a demo's secret once, readable by the owner only", () => {
    const DATA_DIR = path.join(dataDir, 'new');
    const first = readConfig({ DATA_DIR });
    expect(first.mode).toBe('demo');
    expect(first.secret.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).secret).toBe(first.secret);
    expect(statSync(path.join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('differs between two demos', () => {
    const secrets = ['a', 'b'].map((name) => readConfig({ DATA_DIR: path.join(dataDir, name) }).secret);
    expect(new Set(secrets).size).toBe(2);
  });

  test('without a secret stops the start outside demo mode, and creates none', () => {
    expect(() => readConfig({ DATA_DIR: dataDir, CASELOAD_MODE: 'production' })).toThrow(
      /^CASELOAD_SECRET is missing/,
    );
    expect(
      readConfig({ DATA_DIR: dataDir, CASELOAD_MODE: 'production', CASELOAD_SECRET: SECRET }).secret,
    ).toBe(SECRET);
  });

  test.each([
    ['demo', undefined, '127.0.0.1'],
    ['demo', '0.0.0.0', '0.0.0.0'],
    ['production', undefined, '0.0.0.0'],
    ['production', '127.0.0.1', '127.0.0.1'],
  ])('in %s mode with HOST %s listens on %s', (CASELOAD_MODE, HOST, host) => {
    const given = { DATA_DIR: dataDir, CASELOAD_MODE, CASELOAD_SECRET: SECRET };
    expect(readConfig({ ...given, HOST }).host).toBe(host);
  });

  test.each([
    ['demo', undefined, 'offered'],
    ['demo', 'required', 'required'],
    ['production', undefined, 'required'],
    ['production', 'offered', 'offered'],
  ])('in %s mode with SECOND_FACTOR %s a second factor is %s', (CASELOAD_MODE, SECOND_FACTOR, policy) => {
    const given = { DATA_DIR: dataDir, CASELOAD_MODE, CASELOAD_SECRET: SECRET, SECOND_FACTOR };
    expect(readConfig(given).secondFactor).toBe(policy);
  });

  test.each([
    ['demo', undefined, 'Bright Harbor Therapy Services'],
    ['demo', 'Alder Speech Group', 'Alder Speech Group'],
    ['production', undefined, ''],
    ['production', ' Alder Speech Group ', 'Alder Speech Group'],
  ])('in %s mode with ORGANIZATION_NAME %s the organization is called "%s"', (mode, given, name) => {
    const environment = { DATA_DIR: dataDir, CASELOAD_MODE: mode, CASELOAD_SECRET: SECRET };
    expect(readConfig({ ...environment, ORGANIZATION_NAME: given }).organizationName).toBe(name);
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['CASELOAD_MODE', 'prod'],
    ['CASELOAD_SECRET', 'short'],
    ['PUBLIC_URL', 'caseload'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['CLICKUP_LISTS', 'bug-issue=901'],
    ['CLICKUP_URL', 'clickup'],
    ['CLICKUP_KEY', 'a key without lists'],
    ['TICKET_ASSIGNEES', '9=81001'],
    ['TICKET_ASSIGNEES', '1=someone'],
  ])('names the variable %s if its value is %s, without revealing more', (name, value) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [name]: value });
    expect(read).toThrow(ConfigProblem);
    expect(read).toThrow(name);
  });

  test.each([
    [undefined, false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.5, 192.168.0.0/16,::1,loopback', ['10.0.0.5', '192.168.0.0/16', '::1', 'loopback']],
  ])('parses TRUST_PROXY %s', (TRUST_PROXY, trusted) => {
    expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY }).trustProxy).toEqual(trusted);
  });

  test('reads the task tracker and the assignees of each category', () => {
    const lists = {
      ...{ 'bug-issue': '901', payroll: '902', 'service-support-request': '903', 'site-requests': '904' },
      ...{ 'timecard-my-hours': '905', 'planned-changes': '906', 'follow-up': '907' },
    };
    const CLICKUP_LISTS = Object.entries(lists)
      .map(([list, id]) => `${list}=${id}`)
      .join(', ');
    const read = readConfig({
      ...{ DATA_DIR: dataDir, CLICKUP_KEY: 'pk_1', CLICKUP_LISTS },
      ...{ CLICKUP_URL: 'https://tracker.example/', TICKET_ASSIGNEES: '1=81001,81002;4=81007' },
    });
    expect(read.clickUp).toEqual({ url: 'https://tracker.example', key: 'pk_1', lists });
    expect(read.ticketAssignees).toEqual({ 1: [81_001, 81_002], 4: [81_007] });
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({ clickUp: null, ticketAssignees: {} });
  });

  test('joins links without a double slash', () => {
    expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://caseload.example/' }).publicUrl).toBe(
      'https://caseload.example',
    );
  });
});
