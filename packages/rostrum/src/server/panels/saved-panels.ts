import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "../../errors.ts";
import { isPlainObject } from "../../vocabulary/index.ts";
import { HttpError } from "../http-error.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";

/** A panel that somebody saved on the server: settings that any request may have, under a name. */
export interface SavedPanel {
  /** Counts from 1, and rises with each change. Debates keep the version they began with. */
  version: number;
  purpose?: string;
  request: PanelRequest;
  /** Who saved it; `null`: the server has no users. */
  by: string | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

export type NewPanel = Pick<SavedPanel, "purpose" | "request" | "by">;

/** The panels that were saved on the server. Those of the config are never among them. */
export interface SavedPanels {
  names(): string[];
  find(name: string | undefined): SavedPanel | undefined;
  /** Adds a panel, or a new version of one. Resolves when the file has it. */
  save(name: string, panel: NewPanel): Promise<SavedPanel>;
  /** `false`: there was none. */
  remove(name: string): Promise<boolean>;
}

const MOST = 200;

/** Keeps them in a file, which servers on one machine may share. `configured`: names that are taken. */
export function savedPanels(path: string, configured: readonly string[]): SavedPanels {
  let panels = read(path);
  let last: Promise<unknown> = Promise.resolve();

  async function changed<T>(
    before: Promise<unknown>,
    apply: (to: Map<string, SavedPanel>) => T,
  ): Promise<T> {
    await before;
    const next = read(path);
    const outcome = apply(next);
    await write(path, next);
    panels = next;
    return outcome;
  }

  /** One change after the other, each on what the file has now: another server may have changed it. */
  function change<T>(apply: (to: Map<string, SavedPanel>) => T): Promise<T> {
    const done = changed(last, apply);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    names: () => [...panels.keys()].filter((name) => !configured.includes(name)),
    find: (name) =>
      name === undefined || configured.includes(name) ? undefined : panels.get(name),
    async save(name, panel) {
      if (configured.includes(name)) {
        throw new HttpError(
          409,
          "conflict",
          `"${name}" is a panel of the config: use another name`,
          {
            field: "name",
          },
        );
      }
      return change((to) => {
        if (!to.has(name) && to.size >= MOST) {
          throw new HttpError(
            409,
            "too_many_panels",
            `expected at most ${MOST} saved panels: delete one`,
          );
        }
        const saved = { ...panel, version: (to.get(name)?.version ?? 0) + 1, at: Date.now() };
        to.set(name, saved);
        return saved;
      });
    },
    remove: (name) => change((to) => !configured.includes(name) && to.delete(name)),
  };
}

function read(path: string): Map<string, SavedPanel> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw new ConfigError("savedPanels", `expected a file that can be read, got "${path}"`, {
      cause: error,
    });
  }
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (cause) {
    throw damaged(path, cause);
  }
  const panels = isPlainObject(found) ? (found as { panels?: unknown }).panels : undefined;
  if (!isPlainObject(panels)) throw damaged(path);
  return new Map(
    Object.entries(panels as Record<string, SavedPanel>).map(([name, panel]) => {
      if (!isPlainObject(panel) || !isPlainObject(panel.request)) throw damaged(path);
      return [name, panel];
    }),
  );
}

function damaged(path: string, cause?: unknown): ConfigError {
  const message = `expected the panels that a server saved, got something else in "${path}"`;
  return new ConfigError("savedPanels", message, { cause });
}

/** A reader finds the file as it was or as it is, never half of it. */
async function write(path: string, panels: ReadonlyMap<string, SavedPanel>): Promise<void> {
  const next = `${path}.${randomUUID()}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    const text = `${JSON.stringify({ panels: Object.fromEntries(panels) }, null, 2)}\n`;
    await writeFile(next, text, { mode: 0o600, flush: true });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
