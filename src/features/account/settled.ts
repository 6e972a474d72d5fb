import { useEffect, useState } from 'react';

/** What a promise of a loader came to; `before` until then. The promise never rejects. */
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
