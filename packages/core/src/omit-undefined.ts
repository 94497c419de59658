/** These fields without those that are `undefined`, so that these replace nothing when they are spread. */
export function omitUndefined<T extends object>(fields: T): T {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as T;
}
