import type { Service } from '#contract/catalog.ts';

/** Services for the header of a record: one or two by name, and more by their short names, in one line. */
export function headerServices(
  ids: readonly string[],
  services: readonly Pick<Service, 'id' | 'name' | 'short_name'>[],
): string {
  const known = ids.flatMap((id) => services.find((service) => service.id === id) ?? []);
  return known.map(({ name, short_name }) => (known.length > 2 ? short_name : name)).join(', ');
}
