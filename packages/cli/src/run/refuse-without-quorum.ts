import { formatCount } from "@rostrum/core/export";
import type { DebateRecord } from "@rostrum/core/record";
import { toOneLine } from "@rostrum/core/support";
import { resolveConfig } from "@rostrum/runtime/api";
import type { UnlistedModel } from "../discovery/find-unlisted.ts";
import { UserError } from "../user-error.ts";
import type { AskTask } from "./task.ts";

/** Throws if too few members can reply because the models of the others aren't listed, so that nothing is paid for. */
export function refuseWithoutQuorum(
  { config }: AskTask,
  unlisted: readonly UnlistedModel[],
  { result }: DebateRecord,
): void {
  const ids = new Set(unlisted.map(({ id }) => id));
  // The list may have been shortened after they replied.
  const replied = new Set(
    result.rounds.flatMap(({ positions }) =>
      positions.flatMap(({ debater, text }) => (text === "" ? [] : debater)),
    ),
  );
  const { members, quorum } = resolveConfig(config);
  const missing = members.filter(
    ({ name, model, fallback }) => ids.has(model.id) && !fallback && !replied.has(name),
  );
  const needed = Math.min(quorum.members, members.length);
  const able = members.length - missing.length;
  if (missing.length === 0 || able >= needed) return;
  const names = [...new Set(missing.map(({ model }) => toOneLine(model.id)))].join(" and ");
  throw new UserError(
    `${names}: not in the provider's list, so at most ${able} of ${formatCount(members.length, "member")} can reply, and ${needed} must.`,
    able > 0
      ? [`To ask anyway, with ${formatCount(able, "reply", "replies")} enough: --quorum ${able}`]
      : [],
  );
}
