import type { Journal, PanelSummary } from "@rostrum/core/protocol";
import type { ServiceStore, StoredPanel } from "@rostrum/runtime/journal";

import { omitUndefined, isPlainObject } from "@rostrum/core/support";
import { toPublicText } from "../public-text.ts";
import { HttpError, toHttpError } from "../http-error.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import { summarizePanel, unknownPanel } from "./panel-book.ts";
import type { ConfigFor } from "./request-config.ts";

/** A panel that somebody saved on the server: settings that any request may have, under a name. */
export interface SavedPanel extends Pick<StoredPanel, "name" | "version" | "by" | "at"> {
  purpose?: string;
  request: PanelRequest;
}

export type NewPanel = Pick<SavedPanel, "name" | "purpose" | "request" | "by">;

/**
 * Panels that were saved on the server, in addition to those of the config. All servers on one journal share them.
 * They are read at each use, so that a change on one server is effective on all at once.
 */
export interface SavedPanels {
  /** True if panels can be saved here. If not, none is offered either. */
  readonly on: boolean;
  list(): Promise<SavedPanel[]>;
  /** Names of all panels that can be asked: those of the config first. */
  names(): Promise<string[]>;
  offers(name: string): Promise<boolean>;
  /**
   * The settings of the saved panel that a request names; `undefined` if it names a panel of the config, or no
   * panel. Throws if there is no panel of that name.
   */
  named(request: Pick<PanelRequest, "panel" | "debaters">): Promise<PanelRequest | undefined>;
  /** Adds a panel, or a new version of one. */
  save(panel: NewPanel): Promise<SavedPanel>;
  /** Returns false if there was no such panel. */
  remove(name: string): Promise<boolean>;
}

type Store = Pick<ServiceStore, "savePanel" | "findPanel" | "listPanels" | "removePanel">;

const MAX_SAVED_PANELS = 200;

/** `configured`: names of the config's panels, which saved ones never replace. `store: null` turns saving off. */
export function createSavedPanels(
  store: Store | null,
  configured: () => readonly string[],
): SavedPanels {
  const isConfigured = (name: string): boolean => configured().includes(name);

  function requireStore(): Store {
    if (store) return store;
    const message = "no panel can be saved here: start the server with --save-panels";
    throw new HttpError(409, "saving_off", message);
  }

  async function list(): Promise<SavedPanel[]> {
    const rows = (await store?.listPanels()) ?? [];
    return rows.filter(({ name }) => !isConfigured(name)).flatMap((row) => readPanel(row) ?? []);
  }

  async function names(): Promise<string[]> {
    return [...configured(), ...(await list()).map(({ name }) => name)];
  }

  async function find(name: string): Promise<SavedPanel | null> {
    const row = isConfigured(name) ? undefined : await store?.findPanel(name);
    return row ? readPanel(row) : null;
  }

  return {
    on: store !== null,
    list,
    names,
    offers: async (name) => isConfigured(name) || (await find(name)) !== null,
    async named({ panel, debaters }) {
      if (debaters !== undefined || panel === undefined || isConfigured(panel)) return undefined;
      const savedPanel = await find(panel);
      if (savedPanel) return savedPanel.request;
      throw unknownPanel(panel, await names(), "panel");
    },
    async save({ name, by, ...panel }) {
      const { savePanel } = requireStore();
      if (isConfigured(name)) {
        const message = `"${name}" is a panel of the config: use another name`;
        throw new HttpError(409, "conflict", message, { field: "name" });
      }
      const saved = await savePanel({ name, by, body: JSON.stringify(panel) }, MAX_SAVED_PANELS);
      if (saved) return { ...panel, ...saved };
      const message = `expected at most ${MAX_SAVED_PANELS} saved panels: delete one`;
      throw new HttpError(409, "too_many_panels", message);
    },
    async remove(name) {
      return requireStore().removePanel(name);
    },
  };
}

/** Returns null if the stored value is not a panel. Anybody with access to the journal can write to it. */
function readPanel({ body, ...about }: StoredPanel): SavedPanel | null {
  try {
    const { purpose, request } = Object(JSON.parse(body)) as Partial<SavedPanel>;
    if (!isPlainObject(request)) return null;
    return { ...about, ...(typeof purpose === "string" ? { purpose } : {}), request };
  } catch {
    return null;
  }
}

/** Summarizes a saved panel for clients, including models that no longer exist. */
export async function summarizeSaved(
  { name, request, purpose, version, by, at }: SavedPanel,
  configFor: ConfigFor,
  journal: Journal,
): Promise<PanelSummary> {
  const metadata = { ...omitUndefined({ purpose }), saved: { version, by, at } };
  try {
    return { ...(await summarizePanel(name, configFor(request), journal)), ...metadata };
  } catch (error) {
    return {
      name,
      default: false,
      members: (request.debaters ?? []).map((debater) => ({
        name: "",
        model: typeof debater === "string" ? debater : debater.model,
        weight: 1,
      })),
      judge: null,
      rounds: request.rounds ?? 1,
      onEscalate: request.onEscalate ?? "flag",
      ...metadata,
      missing: [toPublicText(toHttpError(error).message)],
      plan: {
        calls: { min: 0, typical: 0, max: 0 },
        tokens: { typical: 0, max: 0 },
        usd: { typical: null, max: null },
        learnedRuns: 0,
        warnings: [],
      },
    };
  }
}
