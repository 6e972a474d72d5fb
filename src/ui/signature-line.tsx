interface SignatureLineProps {
  /** Who signs, or who signed electronically. */
  words: string;
  /** When it was signed; "Date" on a line to be signed by hand. */
  date: string;
}

/** On paper: a line with who signed below it, or an empty one to sign. */
export function SignatureLine({ words, date }: SignatureLineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_12rem] gap-8">
      <p className="border-border border-t pt-1">{words}</p>
      <p className="border-border border-t pt-1">{date}</p>
    </div>
  );
}
