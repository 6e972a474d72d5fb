/** Above a note whose student's file isn't on this device. */
export function GoalsNotHere() {
  return (
    <p role="note" className="rounded-lg bg-muted px-3 py-2 text-muted-foreground text-sm">
      The student's goals aren't on this device. They load when you're online.
    </p>
  );
}
