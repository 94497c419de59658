import type { DebateConfig, ModelRequest } from "../../packages/rostrum/src/index.ts";
import { panelSaying } from "./panel.ts";

export const QUESTION: string = "Which database should the team use for the new service?";

export const STAY: string = "Answer: Keep everything in Postgres, the team knows it";
export const ALSO_STAY: string = "Answer: PostgreSQL remains the right home for this data";
export const STICK: string = "Answer: Stick with the relational store they already run";
export const MOVE: string = "Answer: Adopt a managed document database such as Dynamo";

/** The wordings as they stand in the replies. */
export const wording = (reply: string): string => reply.replace("Answer: ", "");

/** A comparer that puts together all texts for which this gives the same word. */
export function sorting(keyOf: (item: string) => string): {
  model: (request: ModelRequest) => string;
  requests: ModelRequest[];
} {
  const requests: ModelRequest[] = [];
  return {
    requests,
    model(request) {
      requests.push(request);
      const items = request.items ?? [];
      const numbers = Map.groupBy(items.keys(), (place) => keyOf(items[place] ?? ""));
      const groups = [...numbers.values()].map((places) => places.map((place) => place + 1));
      return JSON.stringify({ groups: groups.map((list) => ({ items: list, label: "x" })) });
    },
  };
}

export const byDynamo = (item: string): string => (/Dynamo/.test(item) ? "move" : "stay");

export const config = (more: Partial<DebateConfig>): DebateConfig => ({
  debaters: panelSaying(STAY, ALSO_STAY, STICK),
  answer: "text",
  rounds: 2,
  limits: { retries: 0 },
  ...more,
});
