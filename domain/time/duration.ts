/** Whole minutes as hours and minutes: "7:05", "1,240:30". */
export function hoursText(minutes: number): string {
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60).toLocaleString('en-US')}:${String(whole % 60).padStart(2, '0')}`;
}
