/**
 * What an event is called where its service stands beside it: its student, or
 * its title without the service's name before it.
 *
 * @param student the student's name; empty where there is none, or none that is known here
 */
export function eventTitle(
  title: string,
  student: string,
  service: { short_name: string } | undefined,
): string {
  if (student !== '') return student;
  const prefix = `${service?.short_name} – `;
  return title.startsWith(prefix) ? title.slice(prefix.length) : title;
}
