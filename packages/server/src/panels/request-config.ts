import { asksForFindings, omitVotingSettings, replaceModels } from "@rostrum/runtime/api";
import { expandModel } from "@rostrum/runtime/models";
import { omitUndefined } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";
import type { PanelConfig, ServerLimits } from "../options.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { DebaterRequest } from "../schemas/from-vocabulary.ts";
import { applyLearned, type Learned } from "./apply-learned.ts";
import type { PanelBook } from "./panel-book.ts";
import { combineCaps, type AllowedModels, type FindCaps } from "./panel-models.ts";
import { createSchemaAnswer } from "./schema-answer.ts";

/** Builds the config for a request, from configured panels and models only. */
export type ConfigFor = (
  request: PanelRequest,
  /** The saved panel that the request names, as it was when the debate began. */
  saved?: PanelRequest,
  /** Calibration of the panel that the request names. */
  learned?: Learned,
) => PanelConfig;

export function createConfigFor(
  book: PanelBook,
  models: AllowedModels,
  limits: Required<Pick<ServerLimits, "seats" | "rounds">>,
  findCaps: FindCaps,
): ConfigFor {
  const configFor: ConfigFor = (request, saved, learned) => {
    const { panel, answer, budget, limits: asked, ...named } = request;
    const { debaters: seatsNamed, ...rulesNamed } = named;
    if (panel !== undefined && seatsNamed !== undefined) {
      throw invalidRequest("debaters", "expected a panel or debaters, got both");
    }
    const chosenModels: string[] = [];
    const choose = (name: string | undefined, field: string): void => {
      if (name !== undefined) chosenModels.push(models.find(name, field).model);
    };
    seatsNamed?.forEach((debater, index) => choose(readId(debater), `debaters[${index}]`));
    const seats = (seatsNamed ?? []).flatMap((debater) => expandModel(readId(debater)));
    if (seats.length > limits.seats) {
      throw invalidRequest("debaters", `expected at most ${limits.seats} debaters`);
    }
    choose(named.judge && readId(named.judge), "judge");
    choose(readComparer(named.compare), "compare");
    choose(readModel(named.crux), "crux.model");
    choose(readModel(named.audit), "audit.model");
    choose(readModel(named.report), "report.model");
    const { rounds } = named;
    const { debaters, ...rules } = replaceModels(
      named as Partial<Pick<PanelConfig, "debaters">> & typeof rulesNamed,
      (name) => models.find(name, "debaters"),
    );
    const baseConfig: PanelConfig =
      debaters !== undefined
        ? { debaters }
        : saved
          ? configFor(saved)
          : book.find(panel, "panel").config;
    const base = learned ? applyLearned(baseConfig, learned) : baseConfig;
    if (rounds !== undefined && rounds > limits.rounds) {
      throw invalidRequest("rounds", `expected at most ${limits.rounds}, got ${rounds}`);
    }
    const caps = combineCaps(
      [base.budget, ...findCaps(chosenModels), budget],
      budget ? "budget" : "debaters",
    );
    const changes = omitUndefined({
      ...(rules as Partial<PanelConfig>),
      answer: answer && readAnswerKind(answer),
      budget: caps === base.budget ? undefined : caps,
      limits: asked && { ...base.limits, ...asked },
    });
    // An unchanged panel is checked once, not for every question.
    if (Object.keys(changes).length === 0) return base;
    const kept = asksForFindings(changes) ? omitVotingSettings(base, changes) : base;
    return { ...kept, ...changes };
  };
  return configFor;
}

function readAnswerKind(answer: NonNullable<PanelRequest["answer"]>): PanelConfig["answer"] {
  if (typeof answer === "object" && answer.type === "json") {
    return { ...answer, ...createSchemaAnswer(answer.schema, "answer.schema") };
  }
  return answer;
}

/** The id of the model that a request names to compare answers. */
function readComparer(compare: PanelRequest["compare"]): string | undefined {
  const model = typeof compare === "object" ? compare.model : compare;
  return model === "auto" || model === "rules" ? undefined : model;
}

/** The id of the model that a request names for a crux, an audit or a report. */
function readModel(option: PanelRequest["crux"] | PanelRequest["report"]): string | undefined {
  return typeof option === "object" && "model" in option ? option.model : undefined;
}

function readId(debater: DebaterRequest): string {
  return typeof debater === "string" ? debater : debater.model;
}
