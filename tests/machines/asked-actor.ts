import { fromPromise, type NonReducibleUnknown } from 'xstate';

interface Question<Output, Input> {
  input: Input;
  signal: AbortSignal;
  answer: (output: Output) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

/** An actor whose every start is kept as a question, to be answered by the test when it likes. */
export function askedActor<Output, Input = NonReducibleUnknown>() {
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
    /** The question asked last. */
    last(): Question<Output, Input> {
      const question = asked.at(-1);
      if (question === undefined) throw new Error('Nothing was asked');
      return question;
    },
  };
}

/** Every promise that is settled by now has told its listeners. */
function allHeard(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
