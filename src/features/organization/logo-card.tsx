import { ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { LOGO_BYTES } from '#contract/organization.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

interface LogoCardProps {
  /** A data URL; null without a logo. */
  logo: string | null;
  version: number;
  /** The server has stored it, or refused because someone else was faster. */
  onDone: () => Promise<void>;
}

/** The organization's logo: shown, replaced, and removed. */
export function LogoCard({ logo, version, onDone }: LogoCardProps) {
  const write = useServerWrite();
  const once = useOneAtATime();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (change: () => Promise<Readonly<Record<string, string>> | null>, done: string) => {
    setProblem(null);
    try {
      const refused = await change();
      if (refused === null) toast.success(done, { duration: 2_500 });
      else setProblem(Object.values(refused).join(' '));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      await onDone();
    }
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (file === undefined) return;
    if (file.size > LOGO_BYTES) {
      setProblem(
        `Logos can be up to ${LOGO_BYTES / 1_024} KB. This one is ${Math.ceil(file.size / 1_024)} KB.`,
      );
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await once(() => run(() => write('organization.update-logo', { bytes }, version), 'Logo saved'));
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Logo</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3">
        {logo === null ? (
          <p className="text-muted-foreground text-sm">
            No logo yet. Your logo appears at the top of the app and on prints.
          </p>
        ) : (
          <img
            src={logo}
            alt="Logo of the organization"
            className="max-h-24 max-w-full rounded-md bg-white p-2"
          />
        )}
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Logo file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button variant="outline" onClick={() => input.current?.click()}>
            <ImageUp aria-hidden="true" />
            {logo === null ? 'Upload a logo' : 'Replace'}
          </Button>
          {logo !== null && (
            <Button
              variant="outline"
              onClick={() =>
                void once(() => run(() => write('organization.delete-logo', {}, version), 'Logo removed'))
              }
            >
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          )}
        </span>
        <p className="text-muted-foreground text-xs leading-4">
          PNG, JPEG, or WebP, up to {LOGO_BYTES / 1_024} KB.
        </p>
      </CardContent>
    </Card>
  );
}
