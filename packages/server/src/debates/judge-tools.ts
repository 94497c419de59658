import { completeQuestion, resolveConfig, runResolved } from "@rostrum/runtime/api";
import type { ResolvedConfig } from "@rostrum/core/debate";
import { offerTools, type OfferedTools } from "@rostrum/runtime/models";
import {
  type Journal,
  type StoredRun,
  type ModelPort,
  type RunOptions,
  formatStepId,
  formatStepName,
  type ToolUse,
} from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { omitUndefined } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import type { RunToEnd } from "./live-debate.ts";
import type { JudgeTools, Order } from "./debate-order.ts";

export interface ToolRun {
  config: PanelConfig & { journal: Journal };
  order: Order & { tools: JudgeTools };
  /** The id, the metadata and the user of the run. */
  options: RunOptions;
  before: DebateRecord | undefined;
}

/** Runs a debate whose judge may call the client's tools, or the judge alone after they have run. */
export function createToolRunner({ config, order, options, before }: ToolRun): RunToEnd {
  const { tools, question, follow } = order;
  const { judge } = resolveConfig(config);
  if (!judge?.model.languageModel) {
    const problem = judge
      ? "whose judge can't call tools"
      : "without a judge; only a judge may call tools";
    throw invalidRequest("tools", `tools are not supported for a panel ${problem}`);
  }
  const shaped = tools.alone
    ? configureJudgeAlone(config)
    : { ...config, decide: ALWAYS_JUDGED, compare: "rules" as const };
  // Checked before anything is spent.
  resolveConfig(shaped);
  return async ({ signal, onEvent }) => {
    // The context of a resumed run already contains the earlier debate.
    const parent = before ? undefined : follow;
    const fullQuestion = await completeQuestion(config.journal, question, parent);
    return runResolved(
      shaped as never,
      fullQuestion,
      { ...options, signal, onEvent, ...(parent ? { parent: parent.id } : {}) },
      (resolved) => addTools(resolved, tools),
    );
  };
}

const ALWAYS_JUDGED = { type: "judged", always: true } as const;

/** The part of a panel's config that applies to a single model. */
function configureJudgeAlone(config: ToolRun["config"]): object {
  const { judge, budget, limits, journal, prompts, seed } = config;
  return {
    // A panel has at least two debaters of different names; the second is removed again.
    debaters: [judge, withoutName(judge)],
    rounds: 0,
    compare: "rules",
    limits: { ...limits, quorum: 1 },
    journal,
    ...omitUndefined({ budget, prompts, seed }),
  };
}

function withoutName(member: ToolRun["config"]["judge"]): ToolRun["config"]["judge"] {
  if (typeof member !== "object" || !("name" in member)) return member;
  const { name: _name, ...unnamed } = member;
  return unnamed;
}

function addTools(
  resolved: ResolvedConfig,
  { tools, toolChoice, alone }: JudgeTools,
): ResolvedConfig {
  const offeredTools = (
    tools.length === 0 ? {} : omitUndefined({ tools, toolChoice })
  ) as OfferedTools;
  const offer = <T extends { model: ModelPort }>(member: T): T => ({
    ...member,
    model: offerTools(member.model, offeredTools) ?? member.model,
  });
  if (alone) return { ...resolved, members: resolved.members.slice(0, 1).map(offer) };
  return { ...resolved, judge: resolved.judge && offer(resolved.judge) };
}

/** The tools that the judge called last, from the journal; empty if its text is the answer. */
export function findToolCalls(
  { id, steps }: StoredRun,
  { alone }: Pick<JudgeTools, "alone">,
): ToolUse[] {
  const name = alone
    ? formatStepName({ role: "debater", panelIndex: 0, round: 0 })
    : formatStepName({ role: "judge", reversed: false });
  return steps.get(formatStepId(id, name))?.outcome?.reply?.toolCalls ?? [];
}
