import type { DebateRecord } from "@rostrum/core/record";
import type { StoredEvent } from "@rostrum/core/protocol";
import type { DebateSnapshot } from "@rostrum/page";
import { readText } from "../files/read-file.ts";

/*
 * Debates are stored until the tab is closed, so that they survive a reload. Without storage (a private
 * window, an embedded page), or if a debate is too large, it stays in memory.
 */
const PREFIX = "rostrum.playground.";
/** The ids of the stored debates, oldest first. */
const ORDER = "rostrum.playground";
const MAX_STORED_CHARS = 2_000_000;

export function storeDebate(id: string, contents: readonly StoredEvent[] | DebateRecord): void {
  try {
    const json = JSON.stringify(contents);
    if (json.length > MAX_STORED_CHARS) return;
    const otherIds = listStoredIds().filter((other) => other !== id);
    store(id, json, otherIds);
    sessionStorage.setItem(ORDER, JSON.stringify([...otherIds, id]));
  } catch {
    // Still in memory until a reload.
  }
}

/** Stores a debate. If the storage is full, removes the oldest ones. */
function store(id: string, json: string, otherIds: string[]): void {
  for (;;) {
    try {
      sessionStorage.setItem(PREFIX + id, json);
      return;
    } catch (error) {
      const oldest = otherIds.shift();
      if (oldest === undefined) throw error;
      sessionStorage.removeItem(PREFIX + oldest);
    }
  }
}

/** The ids of the stored debates, oldest first. */
export function listStoredIds(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(ORDER) ?? "[]");
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

export function readStoredDebate(id: string): DebateSnapshot | null {
  try {
    const json = sessionStorage.getItem(PREFIX + id);
    const contents = json === null ? null : readText(json);
    return contents?.kind === "debate" ? contents.snapshot : null;
  } catch {
    return null;
  }
}
