import { ConfigError, ModelError } from "../errors.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import { parseRunId } from "../protocol/step-id.ts";

const HOST_ID = "host";

export function isHostId(id: string): boolean {
  return id === HOST_ID;
}

/** Passes a call on to the program that a debate is run for, which asks its own model. */
export type LentModel = (request: ModelRequest) => Promise<ModelReply>;

/** Who lends a model to which debate of this process. */
const lenders = new Map<string, LentModel>();

/** Lends a model to the debate with this id, until the returned function is called. */
export function lendModel(debateId: string, model: LentModel): () => void {
  lenders.set(debateId, model);
  return () => {
    if (lenders.get(debateId) === model) lenders.delete(debateId);
  };
}

const NEEDED =
  '"host" is the model of the program that asks over MCP, such as a coding agent: ask this panel from there';

/** The model of whoever asks. Neither its price nor what it used is known. */
export function hostFromId(field: string): ModelPort {
  return {
    source: "id",
    id: HOST_ID,
    provider: HOST_ID,
    pricing: null,
    async prepare() {
      if (lenders.size === 0) throw new ConfigError(field, NEEDED);
    },
    async generate(request) {
      const lent = lenders.get(parseRunId(request.stepId));
      if (lent === undefined) throw new ModelError(NEEDED, { permanent: true, costUsd: 0 });
      return lent(request);
    },
  };
}
