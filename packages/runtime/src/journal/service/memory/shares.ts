import type { RunLookup } from "../run-lookup.ts";
import type { ShareStore } from "../share-store.ts";
import { forgetAuthor, type ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryShares({
  now,
  ownerOf,
  shares = new Map(),
}: RunLookup): ForgetfulStore<ShareStore> {
  return {
    store: {
      async addShare({ hash, debate, ...share }) {
        if ((await ownerOf(debate)) === undefined) return false;
        const id = hash.slice(0, 16);
        shares.set(hash, { id, debate, ...share, at: now(), revokedAt: null });
        return true;
      },
      async findShare(hash) {
        const share = shares.get(hash);
        return share && (await ownerOf(share.debate)) !== undefined ? { ...share } : undefined;
      },
      listShares: async (debate) =>
        [...shares.values()]
          .filter((share) => debate === null || share.debate === debate)
          .reverse()
          .slice(0, 1000)
          .map((share) => ({ ...share })),
      async revokeShare(debate, id) {
        const matchingShare = [...shares.values()].find(
          (share) => share.debate === debate && share.id === id && share.revokedAt === null,
        );
        if (matchingShare) matchingShare.revokedAt = now();
        return matchingShare !== undefined;
      },
    },
    forgetUser(user, name) {
      for (const share of shares.values()) if (share.by === user) share.revokedAt ??= now();
      forgetAuthor(shares.values(), user, name);
    },
  };
}
