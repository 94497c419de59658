import { HttpError } from "../http-error.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { DebaterRequest } from "../schemas/from-vocabulary.ts";
import { expandModel } from "../../models/index.ts";
import { strictest, type CapsOf } from "./model-caps.ts";
import type { AllowedModels } from "./model-ids.ts";
import type { PanelBook } from "./panel-book.ts";
import type { PanelConfig } from "./panel-config.ts";
import { schemaAnswer } from "./schema-answer.ts";

export interface RequestLimits {
  /** Most debaters that a request may ask for. */
  seats: number;
  /** Most revision rounds a request may ask for. */
  rounds: number;
}

/** Turns what a request says into a config, from configured panels and models only. */
export type ConfigFor = (
  request: PanelRequest,
  /** The saved panel that the request names, as it was when the debate began. */
  saved?: PanelRequest,
) => PanelConfig;

export function configsFrom(
  book: PanelBook,
  models: AllowedModels,
  limits: RequestLimits,
  capsOf: CapsOf,
): ConfigFor {
  /** Most requests only name a panel of the config. They get the same object again. */
  const named = new Map<string, PanelConfig>();

  const configFor: ConfigFor = (request, saved) => {
    const { panel } = request;
    if (panel === undefined || saved || Object.keys(request).length > 1)
      return made(request, saved);
    const config = named.get(panel) ?? made(request);
    named.set(panel, config);
    return config;
  };

  function made(request: PanelRequest, saved?: PanelRequest): PanelConfig {
    const {
      panel,
      debaters,
      personas,
      judge,
      answer,
      budget,
      rounds,
      limits: asked,
      compare,
      crux,
      report,
      ...rules
    } = request;
    if (panel !== undefined && debaters !== undefined) {
      throw invalid("debaters", "expected a panel or debaters, got both");
    }
    const base: PanelConfig =
      debaters !== undefined
        ? { debaters: [...debaters] }
        : saved
          ? configFor(saved)
          : book.find(panel, "panel").config;
    debaters?.forEach((debater, index) => models.check(idOf(debater), `debaters[${index}]`));
    if (debaters && seats(debaters) > limits.seats) {
      throw invalid("debaters", `expected at most ${limits.seats} debaters`);
    }
    if (judge !== undefined) models.check(idOf(judge), "judge");
    const comparer = comparerIn(compare);
    if (comparer !== undefined) models.check(comparer, "compare");
    const cruxModel = modelIn(crux);
    if (cruxModel !== undefined) models.check(cruxModel, "crux.model");
    const reportModel = modelIn(report);
    if (reportModel !== undefined) models.check(reportModel, "report.model");
    if (rounds !== undefined && rounds > limits.rounds) {
      throw invalid("rounds", `expected at most ${limits.rounds}, got ${rounds}`);
    }
    const chosen = [...(debaters ?? []), judge, comparer, cruxModel, reportModel].flatMap((each) =>
      each === undefined ? [] : [idOf(each)],
    );
    const caps = strictest(
      [base.budget, ...capsOf(chosen), budget],
      budget ? "budget" : "debaters",
    );
    return {
      ...base,
      ...(rules as Partial<PanelConfig>),
      ...(personas === undefined ? {} : { personas }),
      ...(judge === undefined ? {} : { judge }),
      ...(rounds === undefined ? {} : { rounds }),
      ...(compare === undefined ? {} : { compare }),
      ...(crux === undefined ? {} : { crux }),
      ...(report === undefined ? {} : { report }),
      ...(answer === undefined ? {} : { answer: answerOf(answer) }),
      ...(caps === undefined ? {} : { budget: caps }),
      ...(asked === undefined ? {} : { limits: { ...base.limits, ...asked } }),
    };
  }
  return configFor;
}

function answerOf(answer: NonNullable<PanelRequest["answer"]>): PanelConfig["answer"] {
  if (typeof answer === "object" && answer.type === "json") {
    return { ...answer, ...schemaAnswer(answer.schema, "answer.schema") };
  }
  return answer;
}

/** The id of the model that a request names to compare answers. */
function comparerIn(compare: PanelRequest["compare"]): string | undefined {
  const model = typeof compare === "object" ? compare.model : compare;
  return model === "auto" || model === "rules" ? undefined : model;
}

/** The id of the model that a request names for a crux or a report. */
function modelIn(option: PanelRequest["crux"] | PanelRequest["report"]): string | undefined {
  const model = typeof option === "object" && "model" in option ? option.model : undefined;
  return typeof model === "string" ? model : undefined;
}

function idOf(debater: DebaterRequest): string {
  return typeof debater === "string" ? debater : debater.model;
}

function seats(debaters: readonly DebaterRequest[]): number {
  return debaters.reduce((sum, debater) => sum + expandModel(idOf(debater)).length, 0);
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
