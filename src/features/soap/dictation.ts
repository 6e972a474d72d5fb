import { useEffect, useRef, useState } from 'react';

interface Recognition {
  continuous: boolean;
  lang: string;
  onresult: ((event: { resultIndex: number; results: ArrayLike<Heard> }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}
type Heard = ArrayLike<{ transcript: string }> & { isFinal: boolean };
type Recognizer = new () => Recognition;

/** The browser's implementation, if it has one. */
function recognizer(): Recognizer | null {
  const known = window as unknown as Record<string, Recognizer | undefined>;
  return known.SpeechRecognition ?? known.webkitSpeechRecognition ?? null;
}

/**
 * Speech to text by the browser, on request only. Null if the browser doesn't support it; many send audio to
 * a service of their own.
 * @param onHeard a finished phrase
 */
export function useDictation(
  onHeard: (words: string) => void,
): { isListening: boolean; toggle: () => void } | null {
  const [isListening, setListening] = useState(false);
  const running = useRef<Recognition | null>(null);
  const hear = useRef(onHeard);
  hear.current = onHeard;
  useEffect(() => () => running.current?.stop(), []);
  const Recognizer = recognizer();
  if (Recognizer === null) return null;
  const toggle = () => {
    if (running.current !== null) {
      running.current.stop();
      return;
    }
    const recognition = new Recognizer();
    recognition.continuous = true;
    recognition.lang = 'en-US';
    recognition.onresult = ({ resultIndex, results }) => {
      for (let at = resultIndex; at < results.length; at += 1) {
        const heard = results[at];
        if (heard?.isFinal) hear.current(heard[0]?.transcript.trim() ?? '');
      }
    };
    recognition.onend = () => {
      running.current = null;
      setListening(false);
    };
    running.current = recognition;
    recognition.start();
    setListening(true);
  };
  return { isListening, toggle };
}
