/** Whole minutes in columns, sums, and files: "7:05", "1,240:30". Figures below each other compare at a glance. */
export function hoursText(minutes: number): string {
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60).toLocaleString('en-US')}:${String(whole % 60).padStart(2, '0')}`;
}

/** Whole minutes in sentences and lines of facts: "45 min", "1 h", "7 h 5 min". Never mistaken for a time of day. */
export function durationText(minutes: number): string {
  const whole = Math.abs(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [
    ...(hours > 0 ? [`${hours.toLocaleString('en-US')} h`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} min`] : []),
  ];
  return `${minutes < 0 ? '−' : ''}${parts.join(' ')}`;
}
