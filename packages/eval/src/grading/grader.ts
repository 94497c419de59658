import { readGroups, readObject } from "@rostrum/core/answers";
import {
  prepareCall,
  comparingSystem,
  comparingTurn,
  groupsSchema,
  fenceMark,
  fenceQuotes,
  listSchema,
  NUMBER,
  objectSchema,
  QUOTED,
  type Member,
} from "@rostrum/core/debate";
import { resolveLimits, RunCancellation, resolveConfig } from "@rostrum/runtime/api";
import { ConfigError } from "@rostrum/core/support";
import { callWithRetries, isModel } from "@rostrum/runtime/models";
import type {
  AnswerKind,
  Model,
  ModelRequest,
  DebateConfig,
  Price,
  PricedModel,
  Message,
} from "@rostrum/core/protocol";
import { listGolds, type EvalItem } from "../datasets/item.ts";
import { createRulesGrade } from "../grade.ts";
import type { GradedAnswer } from "../outcome.ts";
import type { Samples, Spent } from "../samples.ts";

/** A model that grades answers in prose. */
export interface GradeOptions {
  model: Model;
  /** Price of the model, if it isn't known from its id. */
  price?: Price;
  /** Criteria for a right answer. Without them, the model says which answers are equal to a known one. */
  rubric?: string;
  /** Also grades in the opposite order, and uses the rules where the two differ. Default true. */
  bothOrders?: boolean;
}

export interface Grader {
  by: "comparer" | "rubric";
  model: string;
  /** Spend of the grader's calls so far. */
  spent: Spent;
  grade(
    item: EvalItem,
    answers: readonly string[],
    kind: AnswerKind<unknown> | undefined,
  ): Promise<GradedAnswer[]>;
}

/** Answers per call. */
const BATCH_SIZE = 30;

/** Creates a grader whose calls are shared, journaled and limited like all calls of an evaluation. */
export function createGrader(
  options: GradeOptions,
  panel: DebateConfig<never>,
  samples: Samples,
  signal: AbortSignal | undefined,
): Grader {
  const { model, price, rubric, bothOrders = true } = checkOptions(options);
  const { budget: _caps, ...uncapped } = panel;
  const judge = { model, ...(price === undefined ? {} : { price }) };
  const spent: Spent = { calls: 0, usd: 0 };
  const resolved = samples.withSharedReplies(resolveConfig({ ...uncapped, judge }), "grade", spent);
  const member = resolved.judge as Member;
  const limits = resolveLimits(panel.limits);
  const orders = bothOrders ? [false, true] : [false];

  return { by: rubric === undefined ? "comparer" : "rubric", model: member.model.id, spent, grade };

  async function grade(
    ...[item, answers, kind]: Parameters<Grader["grade"]>
  ): Promise<GradedAnswer[]> {
    const rules = createRulesGrade(item, kind);
    // A rubric may accept anything, so the rules can't settle an answer.
    const open = [...new Set(answers)].filter(
      (answer) => answer.trim() !== "" && (rubric !== undefined || !rules(answer).certain),
    );
    const graded: GradedAnswer[] = [];
    for (let from = 0; from < open.length; from += BATCH_SIZE) {
      const batch = open.slice(from, from + BATCH_SIZE);
      const gradesByOrder = await Promise.all(orders.map((reversed) => ask(item, batch, reversed)));
      for (const [at, answer] of batch.entries()) {
        const modelGrades = gradesByOrder.map((grades) => grades?.[at] ?? null);
        const byRules = rules(answer).right;
        const agreed = modelGrades.every((word) => word !== null && word === modelGrades[0]);
        graded.push({
          answer,
          right: agreed ? modelGrades[0] === true : byRules,
          rules: byRules,
          model: modelGrades,
        });
      }
    }
    return graded;
  }

  /** Returns a grade per answer; `null` if the model's reply is unusable. */
  async function ask(
    item: EvalItem,
    answers: readonly string[],
    reversed: boolean,
  ): Promise<boolean[] | null> {
    const golds = listGolds(item);
    const { question } = item;
    const otherGolds = golds.filter((gold) => !answers.includes(gold));
    const items = rubric === undefined ? [...otherGolds, ...answers] : [...answers];
    const orderedItems = reversed ? items.toReversed() : items;
    const secret = (): string => samples.secret;
    const step = reversed ? "grade_reversed" : "grade";
    const fence = fenceMark({ secret }, `${step} ${question}`);
    const prompt =
      rubric === undefined
        ? {
            role: "comparer" as const,
            system: comparingSystem(),
            messages: [comparingTurn(fence, question, orderedItems)],
            reply: { schema: groupsSchema(false), inWords: true },
          }
        : {
            role: "judge" as const,
            system: writeRubricSystem(rubric),
            messages: [writeRubricTurn(fence, question, golds, orderedItems)],
            reply: { schema: GRADES_SCHEMA },
          };
    const task = { id: "grading", question, context: [], material: [], secret };
    const { request, pricing, mark } = prepareCall(
      { config: resolved, task, ports: { budget: null } },
      { ...prompt, member, step, round: 0, items: orderedItems },
    );
    const text = await call({ model: member.model, pricing }, request);
    if (text === null) return null;
    const grades =
      rubric === undefined
        ? readGroupGrades(text, orderedItems, golds, mark)
        : readGrades(text, orderedItems.length, mark);
    const ordered = reversed ? grades?.toReversed() : grades;
    return ordered?.slice(items.length - answers.length) ?? null;
  }

  /** The text of the model's reply; `null` if it failed. */
  async function call(
    ...callArguments: [PricedModel, Omit<ModelRequest, "signal">]
  ): Promise<string | null> {
    const cancellation = new RunCancellation(signal ? [signal] : []);
    try {
      const { reply } = await callWithRetries(...callArguments, {
        retries: limits.retries,
        timeoutMs: () => limits.timeoutMs,
        cancellation,
        // The shared samples already charge the call to the evaluation's limit.
        settle: () => undefined,
        reserveRetry: () => true,
        random: Math.random,
      });
      return reply?.text ?? null;
    } finally {
      cancellation.close();
    }
  }
}

/** True for items in the same group as a known answer. */
function readGroupGrades(
  text: string,
  orderedItems: readonly string[],
  golds: readonly string[],
  mark: string,
): boolean[] | null {
  const read = readGroups(text, orderedItems.length, mark);
  if (read === null) return null;
  const right = read.groups.filter(({ items }) =>
    items.some((place) => golds.includes(orderedItems[place] ?? "")),
  );
  return orderedItems.map((_, at) => right.some(({ items }) => items.includes(at)));
}

function checkOptions(options: GradeOptions): GradeOptions {
  const { model, rubric } = options ?? {};
  if (typeof model !== "string" && !isModel(model)) {
    throw new ConfigError("grade.model", "expected a model that grades, got none");
  }
  if (rubric !== undefined && (typeof rubric !== "string" || rubric.trim() === "")) {
    throw new ConfigError("grade.rubric", "expected a text with the criteria for a right answer");
  }
  return options;
}

/** The system prompt of a judge that grades by a rubric. */
function writeRubricSystem(rubric: string): string {
  return (
    "You grade answers to a question: each is right or wrong by the rubric below. Reference answers show what " +
    "is right; other wordings of them are right too. Length, style and confidence don't matter. " +
    `${QUOTED}\n\nRubric:\n${rubric}`
  );
}

const REPLY_FORMAT =
  "Grade every numbered answer. Reply with one JSON object that has each number once: " +
  '{"right": [1, 3], "wrong": [2]}';

const GRADES_SCHEMA: object = objectSchema({
  right: listSchema(NUMBER),
  wrong: listSchema(NUMBER),
});

function writeRubricTurn(
  mark: string,
  question: string,
  golds: readonly string[],
  items: readonly string[],
): Message {
  const quotes = [
    { label: "question", text: question },
    ...golds.map((text) => ({ label: "reference answer", text })),
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  return { role: "user", content: [...fenceQuotes(mark, quotes), REPLY_FORMAT].join("\n\n") };
}

/** Reads which answers are right, by place. `null` unless every number is in exactly one list. */
function readGrades(text: string, count: number, mark?: string): boolean[] | null {
  const parsedReply = readObject(text, mark);
  const { right, wrong } = parsedReply ?? {};
  if (!Array.isArray(right) || !Array.isArray(wrong)) return null;
  const places = [...right, ...wrong].map((entry) =>
    typeof entry === "number" || typeof entry === "string" ? Number(entry) : NaN,
  );
  const expectedPlaces = Array.from({ length: count }, (_, at) => at + 1);
  const hasEach =
    places.length === count && expectedPlaces.every((place) => places.includes(place));
  return hasEach ? expectedPlaces.map((place) => places.indexOf(place) < right.length) : null;
}
