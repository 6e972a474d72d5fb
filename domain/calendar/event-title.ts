/**
 * The title of an event displayed next to its service: its student, or its title without the leading service
 * name.
 * @param student the student's name; empty if there is none or it is unknown here
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
