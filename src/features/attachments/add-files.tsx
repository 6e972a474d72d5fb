import { Camera, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useViewport } from '#ui/viewport.ts';
import type { Adding } from './use-adding.ts';

interface AddFilesProps {
  adding: Adding;
  /** Whose files they will be, for screen readers. */
  about: string;
  /** Whose files they will be is not chosen yet. */
  isDisabled?: boolean;
}

/** The ways to add a file by button: choose one or, on a phone, take a photo. */
export function AddFiles({ adding, about, isDisabled = false }: AddFilesProps) {
  const isNarrow = useViewport() === 'narrow';
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Allows choosing the same file again.
    input.value = '';
    if (files.length > 0) await adding.add(files);
  };
  const progress = adding.isBusy ? 'loading' : 'idle';
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={`Files for ${about}`}
        onChange={({ currentTarget }) => void take(currentTarget)}
      />
      <Button
        variant="outline"
        progress={progress}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <Paperclip aria-hidden="true" />
        Add files
        <span className="sr-only">for {about}</span>
      </Button>
      {/* Stays when a phone is turned while its camera is open: the photo comes back to it. */}
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={`Photo for ${about}`}
        onChange={({ currentTarget }) => void take(currentTarget)}
      />
      {isNarrow && (
        <Button
          variant="outline"
          progress={progress}
          disabled={isDisabled}
          onClick={() => camera.current?.click()}
        >
          <Camera aria-hidden="true" />
          Take a photo
          <span className="sr-only">for {about}</span>
        </Button>
      )}
    </div>
  );
}

/** Files that could not be stored, with the reason, until they are retried or dismissed. */
export function UnsavedFiles({ adding }: { adding: Adding }) {
  if (adding.unsaved.length === 0) return null;
  const canRetry = adding.unsaved.some(({ isFinal }) => !isFinal);
  return (
    <div
      role="alert"
      className="grid gap-2 border-border border-t bg-destructive-soft px-4 py-3 text-sm sm:px-5"
    >
      <ul className="grid gap-1">
        {adding.unsaved.map(({ file, words }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list is replaced as a whole
          <li key={at} className="text-destructive">
            <span className="wrap-anywhere font-medium">{file.name}</span>: {words}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        {canRetry && (
          <Button size="sm" variant="outline" onClick={() => void adding.retry()}>
            Save again
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={adding.letGo}>
          Close
        </Button>
      </div>
    </div>
  );
}
