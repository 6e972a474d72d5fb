const WITH_MINUTES = /^(\d{1,2}):(\d{2})$|^(\d{2})(\d{2})$/;
const LENIENT = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;

function wallTimeOf(hour: number, minute: number): string | null {
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The wall time `HH:mm` of a text that says it completely, while it is typed: "9:30", "14:30", "1430". */
export function completeTime(typed: string): string | null {
  const [, hour, minute, hours, minutes] = WITH_MINUTES.exec(typed.trim()) ?? [];
  const given = hour ?? hours;
  return given === undefined ? null : wallTimeOf(Number(given), Number(minute ?? minutes));
}

/**
 * The wall time `HH:mm` of a text that someone has finished typing: also "9", "930", "9.30", and "2:30 pm". Null
 * if it isn't a time of day.
 */
export function typedTime(typed: string): string | null {
  const found = LENIENT.exec(typed.trim());
  if (found === null) return null;
  const [, hours = '', minutes = '0', half] = found;
  const hour = Number(hours);
  if (half === undefined) return wallTimeOf(hour, Number(minutes));
  if (hour < 1 || hour > 12) return null;
  return wallTimeOf((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minutes));
}
