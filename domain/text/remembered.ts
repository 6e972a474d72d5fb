/** The same function, which computes its result once for the same arguments. */
export function remembered<Given extends (string | boolean | null)[], Result>(
  compute: (...given: Given) => Result,
): (...given: Given) => Result {
  const known = new Map<string, Result>();
  return (...given) => {
    const key = given.join(' ');
    const result = known.get(key) ?? compute(...given);
    known.set(key, result);
    return result;
  };
}
