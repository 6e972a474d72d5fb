import type { StoredSignIn } from '#sync/sign-in/stored-sign-in.ts';

/** What others call the person; the user name until the device has heard the name from the server. */
export function ownName({ name, username }: Pick<StoredSignIn, 'name' | 'username'>): string {
  return name ?? username;
}

/** "Renata" of "Renata Solano"; empty for a name of one word, which may be a user name. */
export function ownGivenName(profile: Pick<StoredSignIn, 'name' | 'username'>): string {
  const [given = '', ...others] = ownName(profile).split(' ');
  return others.length === 0 ? '' : given;
}
