/*
 * Recorded debates and reviews as they appear on the page, each one HTML file without a server. Their texts are a large
 * language model's, written for this project.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toRecord } from "../../packages/core/src/entries/export.ts";
import {
  type DebateRecord,
  fold,
  loadRecorded,
  RECORDED_PANEL,
  type RecordedName,
} from "../../packages/core/src/entries/record.ts";
import { emptyResult } from "../../packages/core/src/protocol/empty-result.ts";
import type { PartialResult } from "../../packages/core/src/protocol/result.ts";
import { buildShareTemplate } from "../../packages/page/share-template.ts";
import { embedRecord, EVENTS_MARK } from "../../packages/page/src/share/embed-events.ts";
import { ROOT } from "../../scripts/lib/root.ts";

interface Exhibit {
  title: string;
  about: string;
  /** The recording that the package itself has; otherwise it is a result in site/gallery. */
  recorded?: RecordedName;
  /** The kind of answer, which a result doesn't name. */
  answer?: string;
}

/** In the order in which they are listed. The names are addresses. */
export const EXHIBITS: Readonly<Record<string, Exhibit>> = {
  decision: {
    title: "A decision with a dissent that stands",
    about:
      "Should a public API carry its version in the URL or in a header? One member stays with the header; the memo says what the question turns on.",
    recorded: "decision",
  },
  "split-decision": {
    title: "A decision from documents",
    about:
      "Should the order service leave the monolith this quarter? The memo says who holds which claim, with quotes that were looked up.",
  },
  "code-review": {
    title: "A review of a file",
    about: "Twelve findings with the lines that they quote, each checked by the other members.",
    recorded: "review",
  },
  "diff-review": {
    title: "A review of a change",
    about:
      "The same for a diff: an injection, a session token that can be guessed, a comparison that is the wrong way round.",
    answer: "findings",
  },
  "change-of-mind": {
    title: "A change of mind",
    about:
      "How many piano tuners work in Chicago? A member who sees the others' estimates takes back its own.",
    recorded: "change",
  },
  sides: {
    title: "Two sides and a judge",
    about:
      "Was the keeper to blame for a wreck? One member argues for yes, one for no, and a judge who sees quotes only decides.",
  },
  draft: {
    title: "A text that several write",
    about: "One drafts a status notice, the others criticize it, and a judge signs it off.",
    answer: "draft",
  },
  "no-answer": {
    title: "A question that nobody can answer",
    about: "A meeting that nothing is known about: all three say so, and so does the result.",
  },
};

/** What its first event said, as far as it is known from the result. */
function describeStart(
  { id, question, rounds }: PartialResult,
  answer: string,
): DebateRecord["started"] {
  const names = rounds[0]?.positions.map(({ debater }) => debater) ?? [];
  return {
    type: "debate.started",
    debateId: id,
    question,
    panel: names.map((name) => ({ name, model: "a large language model", weight: 1 })),
    judge: null,
    rounds: rounds.length - 1,
    plannedCalls: 0,
    rules: { stop: [], decide: "", answer, see: "all", show: "latest", revise: "everyone" },
  } as unknown as DebateRecord["started"];
}

async function readExhibit(
  name: string,
  { recorded, answer = "" }: Exhibit,
): Promise<DebateRecord> {
  if (recorded !== undefined) return fold(await loadRecorded(recorded));
  const text = readFileSync(join(ROOT, "site/gallery", `${name}.json`), "utf8");
  const result = JSON.parse(text) as PartialResult;
  // They were held by earlier versions, whose results had fewer fields.
  const empty = emptyResult();
  const integrity = { ...empty.integrity, ...result.integrity };
  const record = toRecord({ ...empty, ...result, integrity });
  return { ...record, started: describeStart(result, answer) };
}

/** Writes each into the folder as one file. */
export async function writeGallery(folder: string): Promise<void> {
  const { html } = await buildShareTemplate();
  const [head = "", tail = ""] = html.split(EVENTS_MARK);
  mkdirSync(folder, { recursive: true });
  for (const [name, exhibit] of Object.entries(EXHIBITS)) {
    const record = await readExhibit(name, exhibit);
    const shared = embedRecord(record, "a recorded debate of three instances of one large model");
    writeFileSync(join(folder, `${name}.html`), head + shared + tail);
  }
}

/** The page that lists them. */
export function galleryPage(): string {
  const lines = Object.entries(EXHIBITS).map(
    ([name, { title, about }]) => `- [${title}](/recorded/${name}.html){target="_self"}: ${about}`,
  );
  return [
    "# Gallery",
    "Recorded debates and reviews, as they appear on rostrum's page. Open one and press on a member to read what it wrote.",
    lines.join("\n"),
    RECORDED_PANEL,
    'In the [playground](/play/){target="_self"}, small networks debate in your browser while you watch.',
    "",
  ].join("\n\n");
}
