import { formatCount, joinWords } from "../../format.ts";
import type { PositionStatus } from "../../protocol/position.ts";
import { listVendors, type ResolvedConfig } from "../config/resolved-config.ts";
import type { DebateState, Seat } from "../state/state.ts";
import type { Standings } from "./votes.ts";

/** Positions of members that said nothing. */
const UNHEARD: ReadonlySet<PositionStatus> = new Set(["failed", "not_asked", "cancelled"]);

/** Describes the problem if too few debaters replied, or no reply could be read. */
export function describeShortfall(
  state: Pick<DebateState, "config" | "seats">,
  bySeat: Standings["bySeat"],
  hasReadable: boolean,
): string | null {
  return describeQuorum(state, bySeat) ?? (hasReadable ? null : "no reply could be read");
}

/** True if round 0 would fail with these replies, though members that were not asked could still save it. */
export function needsMoreReplies(
  state: DebateState,
  { bySeat, groups }: Pick<Standings, "bySeat" | "groups">,
): boolean {
  const { config, ports } = state;
  if (ports.budget?.expired()) return false;
  // A person may be able to read what the rules could not.
  const mustRead = config.stakes?.person === undefined;
  return describeQuorum(state, bySeat) !== null || (mustRead && groups.length === 0);
}

/** Describes the problem if replies of too few members or vendors came. */
function describeQuorum(
  { config, seats }: Pick<DebateState, "config" | "seats">,
  bySeat: Standings["bySeat"],
): string | null {
  const askedCount = seats.filter((seat) => seat.wasAsked).length;
  const repliedSeats = seats.filter(({ index }) => {
    const status = bySeat[index]?.status;
    return status !== undefined && !UNHEARD.has(status);
  });
  const replied = repliedSeats.length;
  const quorum = computeQuorum(config, askedCount);
  if (replied < quorum) {
    return `too few replies: ${replied} of ${askedCount} members replied, at least ${quorum} must (limits.quorum)`;
  }
  const vendors = listVendors(repliedSeats.map(({ member }) => member));
  const requiredVendors = countVendors(config, seats);
  if (vendors.length < requiredVendors) {
    const count =
      vendors.length === 0
        ? "no known vendor"
        : `${formatCount(vendors.length, "vendor")} (${joinWords(vendors)})`;
    return `too few vendors: ${replied} of ${askedCount} members replied, from ${count}; limits.quorum.vendors expects ${requiredVendors}`;
  }
  return null;
}

/** True if enough members will speak or keep an earlier answer. */
export function reachesQuorum({ config, seats }: DebateState, speakers: readonly Seat[]): boolean {
  const able = seats.filter(
    (seat) => (!seat.dropped && seat.vote !== null) || speakers.includes(seat),
  );
  const askedSeats = seats.filter((seat) => seat.wasAsked);
  const vendors = listVendors(able.map(({ member }) => member)).length;
  return (
    able.length >= computeQuorum(config, askedSeats.length) &&
    vendors >= countVendors(config, seats)
  );
}

/** Minimum number of replies, at most as many as members were asked. */
export function computeQuorum({ quorum }: ResolvedConfig, askedCount: number): number {
  return Math.min(quorum.members, Math.max(askedCount, 1));
}

/** Requires at most as many vendors as the members asked so far have. */
function countVendors({ quorum }: ResolvedConfig, seats: readonly Seat[]): number {
  const askedMembers = seats.filter((seat) => seat.wasAsked).map(({ member }) => member);
  return Math.min(quorum.vendors, listVendors(askedMembers).length);
}
