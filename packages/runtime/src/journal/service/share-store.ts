/** A link that shares one debate with people without an account. */
export interface StoredShare {
  /** First digits of the hash of its token. */
  id: string;
  debate: string;
  /** User who created it. `null`: the server has no users. */
  by: string | null;
  /** Creation time, in milliseconds since 1970. */
  at: number;
  /** Expiry, in milliseconds since 1970. */
  until: number;
  /** When it was revoked. `null`: not revoked. */
  revokedAt: number | null;
}

/** Links to debates. */
export interface ShareStore {
  /** Adds a link by the hash of its token. Returns `false` if there is no such debate. */
  addShare(
    share: Pick<StoredShare, "debate" | "by" | "until"> & { hash: string },
  ): Promise<boolean>;
  findShare(hash: string): Promise<StoredShare | undefined>;
  /** Links to a debate, or all links if `null`, newest first; at most 1,000. */
  listShares(debate: string | null): Promise<StoredShare[]>;
  /** Returns `false` if there is no such link, or if it was already revoked. */
  revokeShare(debate: string, id: string): Promise<boolean>;
}
