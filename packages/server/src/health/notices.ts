import type { WebhookMessage } from "../webhooks/message.ts";
import { describeCode } from "./failure-log.ts";
import type { HealthBook, ModelHealth, ProviderHealth } from "./model-health.ts";
import { findPanelsDown, type PanelNeeds } from "./readiness.ts";

/** Failing model, as every user may see it. */
export interface FailingModel {
  model: string;
  code: string;
}

/** Notice about the server for its users. */
export interface Notice {
  kind: "models_failing";
  /** `error`: no panel can answer. */
  level: "warning" | "error";
  text: string;
  /** In milliseconds since 1970. */
  since: number;
}

export function listFailing(book: HealthBook): FailingModel[] {
  return book
    .models()
    .filter(({ state }) => state === "failing")
    .map(({ model, lastFailure }) => ({ model, code: lastFailure?.code ?? "error" }));
}

/** Lists notices that the page shows to every user. They name the failing models but don't quote the provider. */
export function listNotices(book: HealthBook, panels: readonly PanelNeeds[]): Notice[] {
  const failing = book.models().filter(({ state }) => state === "failing");
  if (failing.length === 0) return [];
  const down = findPanelsDown(panels, book.isFailing);
  const since = Math.min(...failing.map(({ failingSince }) => failingSince ?? Infinity));
  const models = formatFailing(listFailing(book));
  // The embedded panel, which calls nobody, is a demo.
  const callingPanels = panels.filter(({ members }) => members.length > 0);
  const areAllDown = down.length > 0 && down.length === callingPanels.length;
  const effect = areAllDown
    ? "No panel can answer now"
    : down.length > 0
      ? `These panels can't answer now: ${down.join(", ")}`
      : "Debates continue without them";
  const text = `Models with errors: ${models}. ${effect}.`;
  return [{ kind: "models_failing", level: areAllDown ? "error" : "warning", text, since }];
}

function formatFailing(models: readonly FailingModel[]): string {
  return models.map(({ model, code }) => `${model} (${describeCode(code)})`).join(", ");
}

/** Says without the provider's message that a provider begins to fail, or replies again after `outageMs`. */
export function describeOutage(
  { provider, models, state, lastFailure }: ProviderHealth,
  outageMs: number | null,
): string {
  return state === "failing"
    ? `${provider} fails for all its models (${models.join(", ")}): ${describeCode(lastFailure?.code ?? "error")}`
    : `${provider} replies again after ${Math.round((outageMs ?? 0) / 1000)} seconds`;
}

/** The message about a provider that begins to fail, or replies again. `outageMs`: how long it failed. */
export function describeProvider(
  health: ProviderHealth,
  outageMs: number | null,
  server: string,
): WebhookMessage {
  const { provider, models, lastFailure, failingSince } = health;
  const failing = health.state === "failing";
  const code = lastFailure?.code ?? "error";
  const reason = failing && lastFailure?.reason != null ? `: ${lastFailure.reason}` : "";
  const text = `${describeOutage(health, outageMs)}${reason}`;
  return {
    type: failing ? "provider.failing" : "provider.recovered",
    timestamp: new Date().toISOString(),
    data: {
      provider,
      models,
      text,
      code: failing ? code : null,
      reason: failing ? (lastFailure?.reason ?? null) : null,
      since: failingSince === null ? null : new Date(failingSince).toISOString(),
      outageSeconds: outageMs === null ? null : Math.round(outageMs / 1000),
      server,
    },
  };
}

/** Each model that was called, and whether it fails: 1 or 0. */
export function readFailing(models: readonly ModelHealth[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { model, state } of models) {
    values[model] = Math.max(values[model] ?? 0, state === "failing" ? 1 : 0);
  }
  return values;
}
