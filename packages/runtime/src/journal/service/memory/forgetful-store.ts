/** A store of the in-memory service. */
export interface ForgetfulStore<T> {
  store: T;
  /** Replaces the name of a user. */
  forgetUser(user: string, name: string): void | Promise<void>;
}

/** Replaces the name of the user who made an entry. */
export function forgetAuthor(
  entries: Iterable<{ by: string | null }>,
  user: string,
  name: string,
): void {
  for (const entry of entries) if (entry.by === user) entry.by = name;
}
