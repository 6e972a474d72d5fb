/** What archiving an entry means for what uses it. @param inUse "2 services use it and will keep it." */
export function archiveNote(inUse: string): string {
  return `${inUse} Once archived, it can't be chosen for new records.`;
}
