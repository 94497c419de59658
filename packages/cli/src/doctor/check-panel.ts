import type { RunStore } from "@rostrum/runtime/journal";
import { resolveModel, WEB_PAGE } from "@rostrum/runtime/models";
import { expandModelIds, listModelIds } from "@rostrum/runtime/api";
import { findKey, listKeyVariables, parseModelId, providers } from "@rostrum/runtime/registry";
import type { Debater, ModelPort } from "@rostrum/core/protocol";
import { ConfigError, field, readMessage } from "@rostrum/core/support";
import type { AvailableModels } from "../discovery/available-models.ts";
import { findUnlisted, suggestModel } from "../discovery/find-unlisted.ts";
import { getModelId } from "../members/get-model-id.ts";
import { fetchOffer } from "../discovery/local-servers.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { describePlan } from "../report/lines.ts";
import { createDebate } from "../run/create-debate.ts";
import type { DoctorFinding } from "./checks.ts";

/** Checks that a model can be called, is listed, and has a price. Calls no model. */
export async function checkModel(
  id: string,
  available: AvailableModels,
  /** True if every mention of the model in the config has a price. */
  isPriced: boolean,
): Promise<DoctorFinding> {
  let port: ModelPort;
  try {
    port = resolveModel(id, "model");
    await port.prepare?.();
  } catch (error) {
    return { state: "problem", text: `${id}: ${formatError(error)}` };
  }
  const problem = await findProblem(id, available);
  if (problem !== null) return { state: "problem", text: `${id}: ${problem}` };
  const isKnown = isPriced || port.pricing !== null;
  const price = isKnown ? "price known" : "its price is unknown, so --max-cost can't be used";
  return { state: isKnown ? "ok" : "warning", text: `${id}: ${price}` };
}

/** Null when the model is listed, or there is no list to check. */
async function findProblem(id: string, { keyed }: AvailableModels): Promise<string | null> {
  if (/^(?:embedded|command:)/.test(id)) return null;
  const parsed = parseModelId(id, "model");
  const { provider, model, url } = parsed;
  const address = url ?? providers[provider]?.url?.();
  if (address === undefined) {
    const listing = keyed.find(({ name }) => name === provider)?.listing;
    if (listing && "problem" in listing && listing.isUnusable) return listing.problem;
    const listed = listing && "models" in listing ? listing.models.map((each) => each.id) : [];
    if (listed.length === 0 || listed.includes(model)) return null;
    const suggestion = suggestModel(provider, model, listed);
    return `the provider does not list it${suggestion === null ? "" : ` (${suggestion})`}`;
  }
  const offer = await fetchOffer(address, findKey(parsed));
  if ("models" in offer) {
    const { models } = offer;
    return models.length === 0 || models.includes(model) ? null : "the server does not list it";
  }
  if (offer.status === 0) return "no server answers there";
  if (offer.status === 200) return WEB_PAGE;
  const [variable] = listKeyVariables(parsed);
  if (variable === undefined || (offer.status !== 401 && offer.status !== 403)) return null;
  return `the server wants a key (status ${offer.status}): set ${variable}`;
}

/** Formats an error that is printed behind the model's id. */
export function formatError(error: unknown): string {
  return error instanceof ConfigError && error.field === "model"
    ? error.problem
    : readMessage(error);
}

interface PanelCheck {
  findings: DoctorFinding[];
  /** Ids of the models that its members use. */
  models: string[];
  /** Models that are mentioned somewhere without a price. */
  unpriced: string[];
}

/** Checks one panel of a config as a debate would, without calling a model. */
export async function checkPanel(
  name: string,
  config: ConfigPatch,
  journal: RunStore | null,
): Promise<PanelCheck> {
  const tell = (state: DoctorFinding["state"], text: string): DoctorFinding => ({
    state,
    text: `panel ${name}: ${text}`,
  });
  try {
    const debate = createDebate(config, journal);
    const modelUses = Object.values(debate.workers())
      .flatMap(({ model, price, fallback }) => [{ model, price }, readFallback(fallback)])
      .flatMap(({ model, price }) => {
        const id = getModelId(model);
        return id === undefined ? [] : [{ id, isPriced: price !== undefined }];
      });
    const plan = await debate.plan();
    return {
      findings: [
        // If the limit is too small, nothing can be asked, and a warning says so.
        ...(plan.shortage ? [] : [tell("ok", `each question ${describePlan(plan)}`)]),
        ...plan.warnings.map((warning) => tell("warning", warning)),
      ],
      models: modelUses.map(({ id }) => id),
      unpriced: modelUses.flatMap(({ id, isPriced }) => (isPriced ? [] : [id])),
    };
  } catch (error) {
    // A mistyped id has no price either, which may be what the config's check says.
    const unlisted = (await findUnlisted(config)).map(({ warning }) => warning);
    const findings = [readMessage(error), ...unlisted].map((text) => tell("problem", text));
    const models = listModelIds(config).flatMap((id) => expandModelIds(id));
    return { findings, models, unpriced: models.filter((id) => !hasOwnPrice(config, id)) };
  }
}

/** True if the config gives the model a price. */
function hasOwnPrice({ debaters }: ConfigPatch, id: string): boolean {
  return (
    Array.isArray(debaters) &&
    debaters.some((each) => field(each, "model") === id && field(each, "price") !== undefined)
  );
}

function readFallback(fallback: Debater["fallback"]): Pick<Debater, "model" | "price"> {
  if (typeof fallback === "object" && "model" in fallback) return fallback;
  return fallback === undefined ? {} : { model: fallback };
}
