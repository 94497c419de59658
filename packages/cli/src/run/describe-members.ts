import { formatCount } from "@rostrum/core/export";
import type { Debate } from "@rostrum/runtime/api";
import { getModelId } from "../members/get-model-id.ts";
import { formatSeat } from "../live/event-line.ts";

/** "2 members: ada (openai/gpt-5.2), …". A dry run has no other line that names them. */
export function describeMembers(debate: Debate): string {
  const { judge: _, ...workers } = debate.workers();
  const members = Object.entries(workers);
  const seats = members.map(([key, { name = key, model }]) =>
    formatSeat({ name, model: getModelId(model) ?? name }),
  );
  return `${formatCount(members.length, "member")}: ${seats.join(", ")}`;
}
