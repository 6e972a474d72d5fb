/**
 * The address that calls a phone number as people write it, such as "(555) 010-0134 x12": an extension is dialed after
 * a pause, not as part of the number.
 */
export function phoneAddress(phone: string): string {
  const [number, ...extensions] = phone.split(/[x#]/i).map((part) => part.replace(/[^\d+]/g, ''));
  return `tel:${[number, ...extensions.filter((digits) => digits !== '')].join(',')}`;
}
