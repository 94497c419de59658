/* Every text that rostrum sends to a model, from the code that sends it. */
import { AUDIT_TASK, AUDITING } from "../../packages/core/src/debate/prompts/audit-prompts.ts";
import {
  comparingSystem,
  groupingTask,
} from "../../packages/core/src/debate/prompts/comparing-prompts.ts";
import {
  CRUX_TASK,
  cruxTurn,
  FINDING_CRUX,
} from "../../packages/core/src/debate/prompts/crux-prompts.ts";
import * as drafting from "../../packages/core/src/debate/prompts/drafting-prompts.ts";
import * as findings from "../../packages/core/src/debate/prompts/findings-prompts.ts";
import {
  personas,
  prompts,
  QUOTED,
  VIEWPOINT,
} from "../../packages/core/src/debate/prompts/prompt-sets.ts";
import {
  writeReplyEnding,
  OBJECT_ALONE,
  objectForm,
} from "../../packages/core/src/debate/prompts/reply-form.ts";
import { RANKING, rankingTask } from "../../packages/core/src/debate/prompts/ranking-prompts.ts";
import * as report from "../../packages/core/src/debate/prompts/report-prompts.ts";
import * as sides from "../../packages/core/src/debate/prompts/sides-prompts.ts";
import type { AnswerKind } from "../../packages/core/src/protocol/answer.ts";
import type { PromptInput } from "../../packages/core/src/protocol/prompts.ts";

/** Words that stand for what a debate puts there. */
const INPUT: PromptInput = {
  role: "debater",
  round: 1,
  peers: "{peers}",
  own: "{own}",
  label: "{label}",
  labels: ["{labels}"],
  structured: false,
};

const formatEnding = (kind: AnswerKind<unknown>, revising = false): string =>
  writeReplyEnding(kind, { mark: "{mark}", revising, enforced: false, confidence: true });

/** Texts by section and name. */
function listTexts(): Record<string, Record<string, string>> {
  const sets = Object.entries(prompts).map(([set, texts]) => [
    `The set ${set}`,
    Object.fromEntries(Object.entries(texts).map(([name, write]) => [name, write(INPUT)])),
  ]);
  return {
    "In every system prompt": { quoted: QUOTED, viewpoint: VIEWPOINT },
    ...(Object.fromEntries(sets) as Record<string, Record<string, string>>),
    Judges: {
      structured: prompts.classic.synthesize({ ...INPUT, role: "judge", structured: true }),
    },
    Personas: Object.fromEntries(personas.map((text, index) => [`persona ${index + 1}`, text])),
    "How a reply ends": {
      "auto, text and your own kinds": formatEnding("auto"),
      exact: formatEnding("exact"),
      "exact, from round 1 on": formatEnding("exact", true),
      number: formatEnding("number"),
      math: formatEnding("math"),
      choice: formatEnding("choice"),
      "a JSON object": objectForm("{mark}"),
      "where a provider enforces the schema": OBJECT_ALONE,
    },
    "Comparing answers": { system: comparingSystem(), task: groupingTask(true) },
    Ballots: { system: RANKING, ranked: rankingTask("borda"), approval: rankingTask("approval") },
    Findings: {
      format: formatEnding({ type: "findings" }),
      merging: comparingSystem(findings.SAME_CAUSE),
      checking: findings.CHECKING,
      votes: findings.VOTES_REQUEST,
    },
    Sides: {
      system: sides.ARGUING,
      opening: sides.OPENING,
      rebuttal: sides.REBUTTAL,
      "a judge that sees quotes only": sides.UNSEEN,
      judge: sides.JUDGING_SIDES,
    },
    "The crux": { system: FINDING_CRUX, task: CRUX_TASK, "to debaters": cruxTurn("{claim}") },
    "Claims and the memo": {
      "claims, system": report.LISTING_CLAIMS,
      "claims, task": report.claimsTask(12),
      "memo, system": report.WRITING_MEMO,
      "memo, task": report.memoTask(true),
      "memo, where the panel did not settle it": report.memoTask(false),
    },
    Drafts: {
      drafter: drafting.DRAFTING,
      "first draft": drafting.WRITE,
      revision: drafting.REVISE,
      critic: drafting.CRITICIZING,
      critique: drafting.CRITIQUE,
      judge: drafting.SIGNING,
    },
    Audit: { system: AUDITING, task: AUDIT_TASK },
  };
}

/** The page "Texts of the prompts". */
export function promptsPage(): string {
  const sections = Object.entries(listTexts()).map(([title, texts]) => {
    const parts = Object.entries(texts).map(
      ([name, text]) => `\`${name}\`\n\n~~~text\n${shorten(text)}\n~~~`,
    );
    return `## ${title}\n\n${parts.join("\n\n")}`;
  });
  const about =
    "Every text that rostrum sends to a model, made from the code. Words in braces stand for what a debate puts there. " +
    "[Prompts](/prompts) says how they are put together and how you change them.";
  return `# Texts of the prompts\n\n${about}\n\n${sections.join("\n\n")}\n`;
}

/** Texts that are shown once are named elsewhere. */
function shorten(text: string): string {
  if (text === QUOTED || text === VIEWPOINT) return text;
  return text.replace(QUOTED, "{quoted}").replace(VIEWPOINT, "{viewpoint}");
}
