import { useEffect, useState } from 'react';

/** The result of a loader's promise; `before` until it settles. The promise never rejects. */
export function useSettled<Value>(promise: Promise<Value>, before: Value): Value {
  const [settled, setSettled] = useState(before);
  useEffect(() => {
    let isCurrent = true;
    void promise.then((value) => isCurrent && setSettled(value));
    return () => {
      isCurrent = false;
    };
  }, [promise]);
  return settled;
}
