import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from '#server/mail.ts';

const mail = {
  to: 'robin@test.example',
  subject: 'Grüße',
  text: 'One line\n\nhttps://caseload.example/?token=abc',
};
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'caseload-mail-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A mail server (RFC 5321) that accepts one message and keeps its lines. */
async function openPostOffice() {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    const say = (words: string) => socket.write(`${words}\r\n`);
    say('220 ready');
    createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      if (isBody && line !== '.') return;
      if (line === '.') isBody = false;
      if (/^DATA/i.test(line)) {
        isBody = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, lines, close: () => server.close() };
}

describe('mail', () => {
  test('is written to a folder if no server is configured, one readable file each', async () => {
    const mailer = createMailer({ smtpUrl: null, mailFrom: 'Caseload <office@test.example>', dataDir });
    await Promise.all([mailer.send(mail), mailer.send(mail)]);
    const folder = path.join(dataDir, 'mail');
    const files = readdirSync(folder);
    expect(files).toHaveLength(2);
    for (const name of files) {
      const file = path.join(folder, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('To: robin@test.example');
      expect(text).toContain('From: Caseload <office@test.example>');
      expect(text).toContain('https://caseload.example/?token=');
    }
  });

  test('is sent to the configured server', async () => {
    const office = await openPostOffice();
    const mailer = createMailer({ smtpUrl: office.url, mailFrom: 'office@test.example', dataDir });
    await mailer.send(mail);
    office.close();
    expect(office.lines).toEqual(
      expect.arrayContaining(['MAIL FROM:<office@test.example>', 'RCPT TO:<robin@test.example>', 'One line']),
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('that no server accepts fails', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'office@test.example', dataDir });
    await expect(mailer.send(mail)).rejects.toThrow();
  });
});
