interface Named {
  first_name: string;
  last_name: string;
}

/** "Maya Rivera" */
export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** "Maya R.", where little room is left or others may look on. */
export function shortName({ first_name, last_name }: Named): string {
  return last_name === '' ? first_name : `${first_name} ${last_name.slice(0, 1)}.`;
}
