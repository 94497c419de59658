/** Shortens a list to at most `length` entries. To set a length takes long, and most lists are short enough. */
export function cutTo(list: unknown[], length: number): void {
  if (list.length > length) list.length = length;
}
