import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import type { SecondFactorSetup } from '#contract/second-factor.ts';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SetupStepsProps {
  setup: SecondFactorSetup;
  /** The field of the code that finishes it. */
  children: ReactNode;
}

/** What to do to turn on the second factor, from the app to the first code. */
export function SetupSteps({ setup, children }: SetupStepsProps) {
  return (
    <ol className="grid gap-5">
      <Step title="1. Scan this with an authenticator app">
        <p className="text-muted-foreground text-sm">
          Such as Google Authenticator, Microsoft Authenticator, or 1Password.
        </p>
        <div className="justify-self-center rounded-md bg-white p-3">
          <QRCodeSVG value={setup.uri} size={168} title="QR code for your authenticator app" />
        </div>
        <div className="grid gap-1 text-sm">
          <p className="text-muted-foreground">Can't scan it? Type this key in the app:</p>
          <div className="flex items-center gap-2">
            <code data-testid="key" className="min-w-0 break-words font-mono text-sm">
              {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={setup.secret} what="key" />
          </div>
        </div>
      </Step>
      <Step title="2. Save your recovery codes">
        <RecoveryCodes codes={setup.recovery_codes} />
      </Step>
      <Step title="3. Enter the code that the app shows">{children}</Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-2.5">
      <h2 className="font-medium text-sm">{title}</h2>
      {children}
    </li>
  );
}
