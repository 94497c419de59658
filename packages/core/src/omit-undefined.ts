/** Removes undefined fields, so that spreading the result overwrites nothing. */
export function omitUndefined<T extends object>(fields: T): T {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(definedFields) as T;
}
