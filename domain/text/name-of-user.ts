const OF_TWO_NAMES = /^(?<first>[a-z]{2,})\.(?<last>[a-z]{2,})\d*$/;

/** "Renata Solano" of "renata.solano": what office staff are called until their name is entered. Other names stay as they are. */
export function personName(name: string): string {
  const { first, last } = OF_TWO_NAMES.exec(name)?.groups ?? {};
  return first === undefined || last === undefined ? name : `${capitalized(first)} ${capitalized(last)}`;
}

/** "Renata" of "renata.solano"; empty if the user name contains no name. */
export function givenName(username: string): string {
  const { first } = OF_TWO_NAMES.exec(username)?.groups ?? {};
  return first === undefined ? '' : capitalized(first);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
