/** The same object without the keys whose value is `undefined`, so that they replace nothing when it is spread. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
