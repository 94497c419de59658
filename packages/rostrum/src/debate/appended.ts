/**
 * A list with one more item, and with room for no more than that. A literal with a spread would reserve room for many
 * more items, and `concat` takes ten times as long for a short list.
 */
export function appended<T>(items: readonly T[], last: T): T[] {
  const count = items.length;
  const longer = new Array<T>(count + 1);
  for (let at = 0; at < count; at++) longer[at] = items[at] as T;
  longer[count] = last;
  return longer;
}
