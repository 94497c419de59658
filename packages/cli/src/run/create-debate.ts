import { Debate } from "@rostrum/runtime/api";
import type { RunStore } from "@rostrum/runtime/journal";
import type { DebateConfig } from "@rostrum/core/protocol";
import type { ConfigPatch } from "../options/flags.ts";

/** Creates a panel's debate. Its plans count replies as long as those of the panel's runs in the journal. */
export function createDebate(config: ConfigPatch, journal: RunStore | null): Debate {
  // The config is unchecked here; the engine checks every field.
  return new Debate({ ...config, ...(journal ? { journal } : {}) } as unknown as DebateConfig);
}
