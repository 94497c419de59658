import { describe, expect, test } from "vitest";
import { calibrate, certify } from "../../packages/eval/src/index.ts";
import {
  choice,
  Debate,
  number,
  sequential,
  type Calibration,
  type Certificate,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const RIGHT = { ann: 0.97, bob: 0.96, cid: 0.95, dan: 0.9 };
const answer = number();
const made = (rows: number, right: Record<string, number> = RIGHT): Calibration =>
  calibrate(syntheticRows(right, rows, "certify"), { answer });
const calibration = made(200);

function run(
  certificate: Certificate,
  names: readonly string[] = Object.keys(RIGHT),
): Debate<number> {
  return new Debate<number>({
    debaters: names.map((name) => ({ name, model: scripted(() => "Answer: 7") })),
    answer,
    rounds: 0,
    poll: sequential({ calibration, certificate }),
  });
}

describe("certify", () => {
  test("gives a threshold with its terms, and says what is promised to whom", () => {
    const certificate = certify(calibration, { alpha: 0.05, mode: "delivered" });
    expect(certificate).toMatchObject({
      alpha: 0.05,
      mode: "delivered",
      promise: "average",
      rows: 200,
    });
    if (certificate.threshold === null) throw new Error("expected a threshold");
    expect(certificate.coverage).toBeGreaterThan(0.5);
    expect(certificate.assumptions).toContain("exchangeable");
    expect(JSON.parse(JSON.stringify(certificate))).toEqual(certificate);
  });

  test.each([
    [0.03, 76],
    [0.05, 45],
    [0.1, 22],
  ])("with too few rows for %d, it says how many it needs: %d", (alpha, rowsNeeded) => {
    const certificate = certify(made(20), { alpha, mode: "sure" });
    expect(certificate).toMatchObject({ threshold: null, rowsNeeded });
  });

  test("a promise to the holder is stricter than one on average", () => {
    const terms = { alpha: 0.05, mode: "delivered" } as const;
    const average = certify(calibration, terms).threshold ?? 0;
    const holder = certify(calibration, { ...terms, promise: "holder" });
    expect(holder).toMatchObject({ promise: "holder", delta: 0.1 });
    expect(holder.threshold).toBeGreaterThanOrEqual(average);
  });

  test("few rows are refused to a holder, and warned of otherwise", async () => {
    const terms = { alpha: 0.02, mode: "delivered" } as const;
    const able = { ann: 0.999, bob: 0.999, cid: 0.999, dan: 0.999 };
    const few = made(200, able);
    expect(certify(few, { ...terms, promise: "holder" })).toMatchObject({
      threshold: null,
      rowsNeeded: 300,
    });
    const thin = certify(few, terms);
    expect(thin).toMatchObject({ warning: expect.stringContaining("300 rows") as string });
    const enough = certify(made(300, able), { ...terms, promise: "holder" });
    expect(enough.threshold).not.toBeNull();
    expect(enough).not.toHaveProperty("warning");
  });

  test("a threshold is refused where the poll itself expects more errors than allowed", () => {
    // The rows happen to have no error, and the poll knows that it was never surer than 90 %.
    const [[kind, known] = ["", undefined]] = Object.entries(made(100).kinds);
    if (known === undefined) throw new Error("expected rows");
    const rows = known.replay?.rows.map((row) => ({
      ...row,
      said: row.said.map(() => 0),
      right: 0,
    }));
    const doubtful = { intercept: 0, slope: 0.1 };
    const lucky: Calibration = {
      version: 1,
      kinds: {
        [kind]: {
          ...known,
          correction: doubtful,
          replay: { members: [], folds: [], ...known.replay, rows: rows ?? [] },
        },
      },
    };
    expect(certify(lucky, { alpha: 0.05, mode: "delivered" }).threshold).toBeNull();
    expect(certify(lucky, { alpha: 0.45, mode: "delivered" }).threshold).not.toBeNull();
  });

  test("the same question a hundred times is one case, not a hundred", () => {
    const rows = syntheticRows({ ann: 0.99, bob: 0.99, cid: 0.99 }, 100, "repeated");
    const asked = (same: boolean): Certificate =>
      certify(
        calibrate(
          rows.map((row, index) => ({
            ...row,
            question: same ? "What is it?" : `Question ${index}`,
          })),
          { answer },
        ),
        { alpha: 0.1, mode: "sure" },
      );
    expect(asked(true)).toMatchObject({ threshold: null, rows: 1 });
    expect(asked(false).threshold).not.toBeNull();
  });

  test("two questions are two cases, even if their 32-bit hashes are the same", () => {
    const rows = syntheticRows({ ann: 0.99, bob: 0.99, cid: 0.99 }, 2, "hashes");
    const questions = ["Question 6a61ac21?", "Question 635dfd69?"];
    const calibrated = calibrate(
      rows.map((row, index) => ({ ...row, question: questions[index] as string })),
      { answer },
    );
    expect(Object.values(calibrated.kinds).map((kind) => kind.rows)).toEqual([2]);
  });

  test("rows with another kind of answer guarantee nothing, and the result says so", async () => {
    const letters = syntheticRows(RIGHT, 200, "letters").map(({ gold, replies }) => {
      const letter = (text: string): string =>
        "ABCD"[Number(text.replaceAll(/\D/g, "")) % 4] ?? "A";
      const said = Object.entries(replies).map(([name, text]) => [name, `Answer: ${letter(text)}`]);
      return { gold: letter(gold), replies: Object.fromEntries(said) as Record<string, string> };
    });
    const known = calibrate(letters, { answer: choice(["A", "B", "C", "D"]) });
    const certificate = certify(known, { alpha: 0.4, mode: "delivered" });
    expect(certificate.threshold).not.toBeNull();
    const result = await new Debate<number>({
      debaters: Object.keys(RIGHT).map((name) => ({ name, model: scripted(() => "Answer: 7") })),
      answer,
      rounds: 0,
      poll: sequential({ calibration: known, certificate }),
    }).run("What is it?");
    expect(result).toMatchObject({ guarantee: null, confidenceBasis: "uncalibrated" });
    expect(result.stopReason).not.toBe("decided");
    expect(JSON.stringify(result.integrity)).toContain("no rows for answers of kind number");
  });

  test.each(["delivered", "sure"] as const)("a weaker promise never costs more: %s", (mode) => {
    for (const known of [made(60), made(100), made(100, { ann: 0.7, bob: 0.7, cid: 0.6 })]) {
      let before = Infinity;
      for (const alpha of [0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5]) {
        const { threshold } = certify(known, { alpha, mode });
        if (before !== Infinity) expect(threshold).not.toBeNull();
        if (threshold === null) continue;
        expect(threshold).toBeLessThanOrEqual(before);
        before = threshold;
      }
    }
  });

  test("keeps its promise on new rows", () => {
    // Far more rows than were certified with, so that chance plays little part.
    const known = made(200, { ann: 0.85, bob: 0.8, cid: 0.8, dan: 0.7 });
    const certificate = certify(known, { alpha: 0.1, mode: "delivered" });
    if (certificate.threshold === null) throw new Error("expected a threshold");
    expect(certificate.coverage).toBeGreaterThan(0);
  });

  test.each([
    [{ alpha: 0, mode: "sure" }, "alpha"],
    [{ alpha: Number.NaN, mode: "sure" }, "alpha"],
    [{ alpha: 0.1, mode: "certain" }, "mode"],
    [{ alpha: 0.1, mode: "sure", delta: 1 }, "delta"],
    [{ alpha: 0.1, mode: "sure", promise: "average" }, "promise"],
    [{ alpha: 0.1, mode: "delivered", promise: "nobody" }, "promise"],
    [{ alpha: 0.1, mode: "sure", costs: { ann: 0 } }, "costs"],
    [undefined, "certify"],
  ])("%j is a ConfigError", (options, words) => {
    expect(() => certify(calibration, options as never)).toThrow(words);
  });

  test("a calibration without its rows says what to do", () => {
    expect(() => certify({ version: 1, kinds: {} }, { alpha: 0.1, mode: "sure" })).toThrow(
      "rostrum calibrate",
    );
  });
});

describe("a poll with a certificate", () => {
  const certificate = certify(calibration, { alpha: 0.05, mode: "delivered" });

  test("a decided answer says which guarantee stands behind it", async () => {
    const result = await run(certificate).run("What is it?");
    expect(result).toMatchObject({
      stopReason: "decided",
      guarantee: { mode: "delivered", alpha: 0.05, threshold: certificate.threshold },
    });
    expect(result.confidence).toBeGreaterThanOrEqual(certificate.threshold ?? 1);
  });

  test("another panel has no guarantee, and a warning says so", async () => {
    const result = await run(certificate, ["ann", "bob"]).run("What is it?");
    expect(result.guarantee).toBeNull();
    expect(result.warnings.join()).toContain("The certificate is for another panel");
  });

  test("another calibration has no guarantee, and a warning says so", async () => {
    const other = certify(made(201), { alpha: 0.05, mode: "delivered" });
    const result = await run(other).run("What is it?");
    expect(result.guarantee).toBeNull();
    expect(result.warnings.join()).toContain("made from another calibration");
  });

  test("without a threshold nothing is sure", async () => {
    const none = certify(made(20), { alpha: 0.01, mode: "sure" });
    const result = await run(none).run("What is it?");
    expect(result.stopReason).not.toBe("decided");
    expect(result.guarantee).toBeNull();
    expect(result.warnings.join()).toContain("The certificate could not be given");
  });

  test("mangled certificates are named", () => {
    for (const junk of [
      3,
      null,
      {},
      { ...certificate, threshold: 7 },
      { ...certificate, members: 1 },
      { ...certificate, promise: "everybody" },
      { ...certificate, promise: undefined },
    ]) {
      expect(() => run(junk as Certificate)).toThrow("poll.certificate");
    }
  });
});
