/** Whole minutes as hours and minutes: "7:05". */
export function hoursText(minutes: number): string {
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
