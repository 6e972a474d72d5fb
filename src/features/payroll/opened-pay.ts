/** A provider's pay lines of some days. */
interface OpenedPay {
  provider: string;
  from: string;
  to: string;
  client?: string;
  service?: string;
}

/** The pay lines that a row opens, as it names them: a provider's of some days, or only those of a client and service. */
export function openedPay(id: string): OpenedPay {
  const [provider = '', from = '', to = '', client, service] = id.split(' ');
  return {
    ...{ provider, from, to },
    ...(client !== undefined && { client }),
    ...(service !== undefined && { service }),
  };
}
