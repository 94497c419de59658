import { resolveModel } from "../../models/index.ts";
import {
  keyFor,
  keyVariables,
  offerAt,
  parseModelId,
  providers,
} from "../../models/registry/index.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { Surroundings } from "../discovery/surroundings.ts";
import type { Finding } from "./finding.ts";

/** Whether a model can be called from here, exists, and has a price. Calls no model. */
export async function modelFindings(id: string, around: Surroundings): Promise<Finding[]> {
  let port: ModelPort;
  try {
    port = resolveModel(id, "model");
    await port.prepare?.();
  } catch (error) {
    return [{ state: "problem", text: `${id}: ${words(error)}` }];
  }
  const price =
    port.pricing === null ? "its price is unknown, so --max-cost can't be used" : "price known";
  const problem = await problemWith(id, around);
  if (problem !== null) return [{ state: "problem", text: `${id}: ${problem}; ${price}` }];
  return [{ state: port.pricing === null ? "warning" : "ok", text: `${id}: ${price}` }];
}

/** `null`: it is offered, or there is no list to check. */
async function problemWith(id: string, { keyed }: Surroundings): Promise<string | null> {
  if (/^(?:embedded|command:)/.test(id)) return null;
  const parsed = parseModelId(id, "model");
  const { provider, model, url } = parsed;
  const address = url ?? providers[provider]?.url?.();
  if (address === undefined) {
    const listing = keyed.find(({ name }) => name === provider)?.listing;
    const listed = listing && "models" in listing ? listing.models.map((each) => each.id) : [];
    return listed.length === 0 || listed.includes(model) ? null : "the provider does not list it";
  }
  const offer = await offerAt(address, keyFor(parsed));
  if ("models" in offer) {
    const { models } = offer;
    return models.length === 0 || models.includes(model) ? null : "the server does not list it";
  }
  if (offer.status === 0) return "no server answers there";
  const [variable] = keyVariables(parsed);
  if (variable === undefined || (offer.status !== 401 && offer.status !== 403)) return null;
  return `the server wants a key (status ${offer.status}): set ${variable}`;
}

const PROBE = "What is 2+2?";

/** One tiny call: the only check of the doctor that can cost money. */
export async function probe(id: string): Promise<Finding> {
  const begun = performance.now();
  try {
    const reply = await resolveModel(id, "model").generate({
      stepId: "doctor__probe",
      role: "debater",
      round: 0,
      question: PROBE,
      peers: [],
      system: "Answer with the number alone.",
      messages: [{ role: "user", content: PROBE }],
      maxOutputTokens: 64,
      signal: AbortSignal.timeout(30_000),
      seed: 0,
    });
    const ms = Math.round(performance.now() - begun);
    return reply.text.trim() === ""
      ? {
          state: "warning",
          text: `${id}: sent an empty reply in ${ms} ms (${reply.finishReason ?? "no reason given"})`,
        }
      : { state: "ok", text: `${id}: replied in ${ms} ms` };
  } catch (error) {
    return { state: "problem", text: `${id}: ${words(error)}` };
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^model: /, "") : String(error);
}
