/** A provider's pay lines of some days, as a row names them that opens them. */
export function openedPay(id: string): { provider: string; from: string; to: string } {
  const [provider = '', from = '', to = ''] = id.split(' ');
  return { provider, from, to };
}
