import { fromPromise, type NonReducibleUnknown } from 'xstate';

interface Question<Output, Input> {
  input: Input;
  signal: AbortSignal;
  answer: (output: Output) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

/** An actor that records every start as a request, which the test answers when it likes. */
export function deferredActor<Output, Input = NonReducibleUnknown>() {
  const asked: Question<Output, Input>[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise<Output>((resolve, reject) => {
        asked.push({
          input,
          signal,
          answer: (output) => {
            resolve(output);
            return allHeard();
          },
          fail: (error) => {
            reject(error);
            return allHeard();
          },
        });
      }),
  );
  return {
    logic,
    asked,
    /** The last request. */
    last(): Question<Output, Input> {
      const question = asked.at(-1);
      if (question === undefined) throw new Error('Nothing was asked');
      return question;
    },
  };
}

/** Waits until the listeners of all settled promises have run. */
function allHeard(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
