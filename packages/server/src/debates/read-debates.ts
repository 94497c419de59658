import { findStoredFile } from "@rostrum/runtime/api";
import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { toPublicEvent } from "../public-text.ts";
import { noSuchDebate } from "./access-gate.ts";
import { readOrigin } from "./debate-order.ts";
import { findToolCalls } from "./judge-tools.ts";
import { readCalls } from "./list-calls.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { FindRemote } from "./remote-debate.ts";
import type { DebateService } from "./service-types.ts";

export type DebateReads = Pick<
  DebateService,
  "record" | "calls" | "toolCalls" | "file" | "find" | "findOwner"
>;

/** Reads debates: their events here if they run here, else the journal. */
export function createDebateReads(
  store: RunStore,
  debates: ReadonlyMap<string, LiveDebate>,
  findRemote: FindRemote,
  shared: Pick<ServiceStore, "ownerOf">,
): DebateReads {
  function findPublished(id: string): LiveDebate | undefined {
    const live = debates.get(id);
    return live && live.events.length > 0 ? live : undefined;
  }
  return {
    async record(id) {
      const live = findPublished(id);
      return live ? fold(live.events) : readStored(store, id);
    },
    calls: (id, withTexts) => readCalls(store, id, { withTexts, isLive: debates.has(id) }),
    async toolCalls(id) {
      const run = await store.read(id);
      const tools = run && readOrigin(fold(run.events).started)?.tools;
      return run && tools ? findToolCalls(run, tools) : [];
    },
    async file(id, sha256) {
      const run = await store.read(id);
      if (!run) throw noSuchDebate(id);
      return findStoredFile(run, sha256);
    },
    find: async (id) => findPublished(id) ?? findRemote(id),
    async findOwner(id) {
      const live = debates.get(id);
      return live ? { user: live.user, team: live.team } : shared.ownerOf(id);
    },
  };
}

export async function readStored(store: RunStore, id: string): Promise<DebateRecord> {
  const run = await store.read(id);
  if (!run) throw noSuchDebate(id);
  return fold(run.events.map(toPublicEvent));
}
