import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Tells two copies of one email apart from two emails. */
  messageId?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface Mailer {
  /**
   * Resolves when the email was handed to the transport.
   * @throws if the transport rejects it
   */
  send(mail: Mail): Promise<void>;
}

/** SMTP if configured, else a folder in which each email becomes a file. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  if (config.smtpUrl !== null) {
    const transport = createTransport(config.smtpUrl);
    return {
      async send(mail) {
        await transport.sendMail(messageOf(config.mailFrom, mail));
      },
    };
  }
  const folder = join(config.dataDir, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(config.mailFrom, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(
        join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`),
        message as Buffer,
        { mode: 0o600 },
      );
    },
  };
}

/** In the transport's shape, whose lists can be changed. */
function messageOf(from: string, { attachments = [], ...mail }: Mail) {
  return { from, ...mail, attachments: [...attachments] };
}
