/** The lines around the answer in a reply. The mark is unique to one call. */
export function sectionLines(mark: string): { open: string; close: string } {
  return { open: `[[answer ${mark}]]`, close: `[[end ${mark}]]` };
}
