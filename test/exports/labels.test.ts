import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatSummary } from "../../packages/cli/src/report/lines.ts";
import { createStyle } from "../../packages/cli/src/terminal/style.ts";
import { titleRun } from "../../packages/core/src/entries/export.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import {
  debate,
  judged,
  memoryJournal,
  sqliteJournal,
  toMarkdown,
  toMermaid,
} from "../../packages/rostrum/src/index.ts";
import { makeOutcome } from "../../packages/server/src/mcp/outcome.ts";
import { named, says } from "../support/panel.ts";
import { ALSO_STAY, MOVE, QUESTION, STAY, wording } from "../support/prose-panel.ts";

test.each(["memory", "sqlite"])(
  "what shows an answer in short form shows the label of its group: %s journal",
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-labels-"));
    const journal = kind === "memory" ? memoryJournal() : sqliteJournal(join(folder, "runs.db"));
    const groups = [
      { items: [1, 2], label: "Stay on Postgres" },
      { items: [3], label: "Move to Dynamo" },
    ];
    const { id, answer } = await debate(QUESTION, {
      debaters: named({ ANN: STAY, BEN: ALSO_STAY, CAT: MOVE }),
      compare: says(JSON.stringify({ groups })),
      judge: says("Winner: CAT"),
      decide: judged({ mode: "pick" }),
      anonymous: false,
      answer: "text",
      rounds: 0,
      journal,
    });
    expect(answer).toBe(wording(MOVE));
    const record = fold((await journal.read(id))?.events ?? []);
    const summary = formatSummary(record, createStyle(false)).join("\n");
    expect(summary).toContain("ANN answers Stay on Postgres");
    expect(summary).toContain("the vote on the first answers would have answered Stay on Postgres");
    expect(toMarkdown(record)).toContain(
      "| the vote on the first answers (comparing not counted) | Stay on Postgres |",
    );
    expect(toMermaid(record)).toContain('answer(["Move to Dynamo"])');
    expect(makeOutcome(id, record, {}, undefined).dissent).toMatchObject([
      { debater: "ANN", answer: "Stay on Postgres" },
      { debater: "BEN", answer: "Stay on Postgres" },
    ]);
    const [run] = (await journal.list()).runs;
    expect(run).toMatchObject({ answer, label: "Move to Dynamo" });
    expect(run && titleRun(run, undefined)).toBe(`${QUESTION} → Move to Dynamo`);
    await journal.close();
    rmSync(folder, { recursive: true });
  },
);
