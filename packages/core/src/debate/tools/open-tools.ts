import type { ToolBox, ToolSession, ToolSource } from "../../protocol/tool.ts";
import { endForBudget, type DebateState } from "../state/state.ts";

/** Opens the tools of all seats, each source once, while `work` runs. */
export async function withTools(state: DebateState, work: () => Promise<void>): Promise<void> {
  const keyOf = (source: ToolSource): unknown => source.key ?? source;
  const sessions = new Map<unknown, ToolSession>();
  try {
    for (const seat of state.seats) {
      const { tools: source } = seat.member;
      if (source === undefined) continue;
      if (state.ports.offline) {
        seat.tools = createOfflineBox(source);
        continue;
      }
      const session = sessions.get(keyOf(source)) ?? (await openInTime(state, source));
      sessions.set(keyOf(source), session);
      seat.tools = createToolBox(session);
    }
    await work();
  } finally {
    await Promise.all([...sessions.values()].map((session) => session.close()));
  }
}

/** Connecting counts against the run's time limit. Each source limits the time of its own server. */
async function openInTime(state: DebateState, source: ToolSource): Promise<ToolSession> {
  const { ports } = state;
  try {
    return await ports.runUserCode((signal) => source.open(signal), Infinity);
  } catch (error) {
    const shortage = ports.budget?.expired() ?? null;
    if (shortage !== null) endForBudget(state, shortage);
    throw error;
  }
}

function createToolBox({ tools, tokens, feesUsd, isRunByProvider }: ToolSession): ToolBox {
  return {
    ...(isRunByProvider ? { isRunByProvider } : {}),
    tokens,
    feesUsd,
    offered: Object.fromEntries(tools.map(({ name, offered }) => [name, offered])),
    find: (wanted) => tools.find(({ name }) => name === wanted),
  };
}

/** Recorded runs have the results of their tools, and simulated runs need none, so nothing has to be opened. */
function createOfflineBox({
  maxTokens: mostTokens,
  feesUsd,
  hasSafe,
  isRunByProvider,
}: ToolSource): ToolBox {
  return {
    ...(isRunByProvider ? { isRunByProvider } : {}),
    offered: hasSafe ? { safe: {} } : {},
    tokens: mostTokens,
    feesUsd,
    find: (name) => ({
      name,
      offered: {},
      readOnly: true,
      ...(hasSafe ? { isSafe: true } : {}),
      call: () => Promise.reject(new Error("it was not called in the recorded run")),
    }),
  };
}
