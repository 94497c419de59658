import { missingFor, resolveConfig } from "../../api/index.ts";
import type { PanelSummary } from "../../protocol/config.ts";
import { publicWords } from "../guard/public-words.ts";
import { asHttpError } from "../http-error.ts";
import { summaryOf } from "./panel-book.ts";
import type { ConfigFor } from "./request-config.ts";
import type { SavedPanel } from "./saved-panels.ts";

/** A saved panel as clients see it. One that names a model which is gone says so. */
export async function savedSummary(
  { name, request, purpose, version, by, at }: SavedPanel,
  configFor: ConfigFor,
): Promise<PanelSummary> {
  const about = { ...(purpose === undefined ? {} : { purpose }), saved: { version, by, at } };
  try {
    const config = configFor(request);
    const missing = (await missingFor(resolveConfig(config))).map(publicWords);
    return { ...summaryOf(name, config, false), ...about, missing };
  } catch (error) {
    const { message } = asHttpError(error);
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
      ...about,
      missing: [publicWords(message)],
      plan: {
        calls: { min: 0, likely: 0, max: 0 },
        tokens: { max: 0 },
        usd: { max: null },
        warnings: [],
      },
    };
  }
}
