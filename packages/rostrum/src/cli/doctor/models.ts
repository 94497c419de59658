import { resolveModel } from "../../models/index.ts";
import { keyFor, modelsAt, parseModelId, providers } from "../../models/registry/index.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { Surroundings } from "../discovery/surroundings.ts";
import type { Finding } from "./finding.ts";

/** Whether a model can be called from here, exists, and has a price. Calls nobody. */
export async function modelFindings(id: string, around: Surroundings): Promise<Finding[]> {
  let port: ModelPort;
  try {
    port = resolveModel(id, "model");
    await port.prepare?.();
  } catch (error) {
    return [{ state: "problem", text: `${id}: ${words(error)}` }];
  }
  const offered = await isOffered(id, around);
  const price =
    port.pricing === null ? "its price is unknown, so --max-cost can't be used" : "price known";
  if (offered === false)
    return [{ state: "problem", text: `${id}: the provider does not list it; ${price}` }];
  if (offered === "silent") return [{ state: "problem", text: `${id}: no server answers there` }];
  return [{ state: port.pricing === null ? "warning" : "ok", text: `${id}: ${price}` }];
}

/** `null`: nobody to ask. */
async function isOffered(id: string, { keyed }: Surroundings): Promise<boolean | "silent" | null> {
  if (id.startsWith("embedded")) return true;
  const parsed = parseModelId(id, "model");
  const { provider, model, url } = parsed;
  const address = url ?? providers[provider]?.url?.();
  if (address !== undefined) {
    const models = await modelsAt(address, keyFor(parsed));
    return models === null ? "silent" : models.length === 0 || models.includes(model);
  }
  const listing = keyed.find(({ name }) => name === provider)?.listing;
  if (listing === undefined || !("models" in listing)) return null;
  return listing.models.some((listed) => listed.id === model);
}

const PROBE = "What is 2+2?";

/** One tiny call: the only thing the doctor does that can cost money. */
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
          text: `${id}: replied with nothing in ${ms} ms (${reply.finishReason ?? "no reason given"})`,
        }
      : { state: "ok", text: `${id}: replied in ${ms} ms` };
  } catch (error) {
    return { state: "problem", text: `${id}: ${words(error)}` };
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^model: /, "") : String(error);
}
