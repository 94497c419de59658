import { z } from "zod";
import { ConfigError, toOneLine } from "@rostrum/core/support";
import { whyNotArithmetic } from "@rostrum/runtime/models";
import type { McpHost, McpQuestion } from "./host.ts";

/** The field `panel`. Where no panel can be asked, any name gets the reason. */
export function describePanels(names: readonly string[], able: readonly string[]): z.ZodRawShape {
  const [first] = names;
  if (first === undefined) return { panel: z.string().optional() };
  const panel = z.enum(names as [string, ...string[]]).optional();
  const others = names.filter((name) => !able.includes(name));
  const limits = others.length === 0 ? "" : `; ${others.join(", ")}: arithmetic only`;
  return { panel: panel.describe(`which panel to ask (default: ${first})${limits}`) };
}

/** Throws if no panel can do more than arithmetic, with the way to a model. */
function requireReviewers({ reviewPanels, notice }: McpHost): void {
  if (reviewPanels?.length !== 0) return;
  throw new ConfigError(
    "panel",
    notice ?? "no panel here can do more than arithmetic: configure one",
  );
}

/** The request with its panel: by default, the first one that can review. Throws if none can. */
export function chooseReviewers<T extends Pick<McpQuestion, "panel">>(
  host: McpHost,
  request: T,
): T {
  requireReviewers(host);
  return { ...request, panel: request.panel ?? host.reviewPanels?.[0] };
}

/** Throws if the panel only does arithmetic and the question is another one, so that no debate begins and fails. */
export function requireAble(
  host: McpHost,
  { panel, question }: Pick<McpQuestion, "panel" | "question">,
): void {
  const { panels, reviewPanels = panels } = host;
  const name = panel ?? panels[0] ?? "";
  if (reviewPanels.includes(name) || whyNotArithmetic(question) === null) return;
  requireReviewers(host);
  const others = reviewPanels.join(", ");
  throw new ConfigError(
    "panel",
    `${toOneLine(name)} only does arithmetic: choose one of ${others}`,
  );
}
