import type { DescribedWrite } from './write-words.ts';

/** What a person takes away of a write that was refused: readable by them and by the office. */
function exportedText({ write, title, detail }: DescribedWrite): string {
  const { endpoint, params, body } = write.content;
  return JSON.stringify(
    {
      what: title,
      about: detail,
      captured_at: write.captured_at,
      refused_because: write.problem,
      write_id: write.write_id,
      call: { endpoint, params, body },
    },
    null,
    2,
  );
}

/** Hands the write to the browser as a file. */
export function downloadWrite(described: DescribedWrite): void {
  const address = URL.createObjectURL(new Blob([exportedText(described)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `caseload-${described.write.entity}-${described.write.write_id}.json`;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
