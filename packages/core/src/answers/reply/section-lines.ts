/** The two lines between which a reply puts its answer. The mark is made for one call alone. */
export function sectionLines(mark: string): { open: string; close: string } {
  return { open: `[[answer ${mark}]]`, close: `[[end ${mark}]]` };
}
