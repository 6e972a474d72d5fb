import { useEffect, useId, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { SIGNATURE_SIZE } from '#domain/notifications/announcement-rules.ts';
import type { Signature } from '#machines/announcement-queue.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Input } from '#ui/input.tsx';
import { Label } from '#ui/label.tsx';

const { width, height } = SIGNATURE_SIZE;
/** The pad is white in both themes: the image is printed. */
const PAPER = 'rgb(255, 255, 255)';
const INK = 'rgb(17, 24, 39)';

/** Writes a name on the pad as it would be signed; without one it is blank. */
function writeName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  context.fillStyle = INK;
  context.font = 'italic 44px "Snell Roundhand", "Segoe Script", cursive';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, width / 2, height / 2, width - 40);
  context.restore();
}

/** A pad is shown as wide as its dialog, and drawn on where the finger is. */
function fitPen(canvas: HTMLCanvasElement): void {
  const shown = canvas.getBoundingClientRect().width;
  const ratio = shown > 0 ? width / shown : 1;
  canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
}

interface SignatureFieldProps {
  problem: string | null;
  /** Null while there is none. */
  onSignature: (signature: Signature | null) => void;
}

/** A signature, drawn on a pad or typed by those who can't draw. */
export function SignatureField({ problem, onSignature }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [name, setName] = useState('');
  const isTyped = useRef(false);
  const report = useRef(onSignature);
  report.current = onSignature;
  const nameId = useId();
  const problemId = useId();
  useEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const drawn = new SignaturePad(surface, { backgroundColor: PAPER, penColor: INK });
    pad.current = drawn;
    const tell = () => {
      setName('');
      report.current({ image: surface.toDataURL('image/png'), name: '' });
    };
    const begin = () => {
      // What is drawn replaces what was typed. Clearing the pad would end the stroke.
      if (isTyped.current) writeName(surface, '');
      isTyped.current = false;
      fitPen(surface);
    };
    drawn.addEventListener('beginStroke', begin);
    drawn.addEventListener('endStroke', tell);
    return () => {
      drawn.removeEventListener('beginStroke', begin);
      drawn.removeEventListener('endStroke', tell);
      drawn.off();
    };
  }, []);
  const clear = () => {
    pad.current?.clear();
    isTyped.current = false;
    setName('');
    onSignature(null);
  };
  const type = (typed: string) => {
    setName(typed);
    pad.current?.clear();
    const surface = canvas.current;
    isTyped.current = surface !== null && typed.trim() !== '';
    if (surface === null || typed.trim() === '') return onSignature(null);
    writeName(surface, typed.trim());
    onSignature({ image: surface.toDataURL('image/png'), name: typed.trim() });
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={problem === null ? undefined : problemId}>
      <legend className="mb-1.5 font-medium text-sm">Signature</legend>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label="Draw your signature"
        className={cn(
          'h-auto w-full touch-none rounded-md border bg-white',
          problem === null ? 'border-border' : 'border-destructive',
        )}
      />
      {problem !== null && (
        <p id={problemId} role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid flex-1 basis-48 gap-1.5">
          <Label htmlFor={nameId}>Or type your name</Label>
          <Input
            id={nameId}
            value={name}
            maxLength={100}
            autoComplete="name"
            aria-invalid={problem !== null}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        <Button variant="outline" className="max-sm:grow" onClick={clear}>
          Clear signature
        </Button>
      </div>
    </fieldset>
  );
}
