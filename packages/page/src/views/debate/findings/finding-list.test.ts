import type { ComponentChild, ComponentChildren, VNode } from "preact";
import { expect, test } from "vitest";
import type { Citation, Finding } from "@rostrum/core/protocol";
import { Avatars } from "../../../parts/avatar.tsx";
import { FindingItem } from "./finding-item.tsx";
import { findLines } from "./quoted-lines.tsx";
import { VoteList } from "./vote-list.tsx";

type Node = VNode<{ children?: ComponentChildren }>;

/** The words of a tree, with components called. */
function words(child: ComponentChildren): string {
  if (Array.isArray(child)) return (child as ComponentChild[]).map(words).join(" ");
  if (typeof child === "object" && child !== null) {
    const node = child as Node;
    // Avatars have no words, and their hooks need a page.
    if ((node.type as unknown) === Avatars) return "";
    const call = node.type as unknown as (props: unknown) => ComponentChildren;
    return words(typeof node.type === "function" ? call(node.props) : node.props.children);
  }
  return typeof child === "string" || typeof child === "number" ? String(child) : "";
}

const shown = (node: VNode): string => words(node).replaceAll(/\s+/g, " ");

const cite = (text: string, verified: boolean): Citation => ({
  source: "context",
  document: "cart.ts",
  text,
  at: verified ? [100 * text.length, 101 * text.length] : null,
  verified,
});
const LOOSE: Finding = {
  claim: "Loose equality.",
  severity: "medium",
  otherSeverities: [{ debater: "grace", severity: "low" }],
  quotes: [cite("i.sku == sku", true)],
  status: "contested",
  by: ["ada", "boole"],
  against: ["darwin"],
  votes: [
    { debater: "curie", vote: "uphold" },
    {
      debater: "grace",
      vote: "partly",
      reason: "Both are strings.\u202e",
      severity: "low",
      quote: cite("sku: string", true),
    },
    { debater: "darwin", vote: "refute", quote: cite("sku is a number", false) },
  ],
};
const ALONE: Finding = { ...LOOSE, claim: "It leaks.", otherSeverities: [], votes: [] };

test("a finding is shown with its status, who gives it another severity, and every vote in words", () => {
  const finding = { ...LOOSE, at: null };
  const text = shown(FindingItem({ id: "d", finding, documents: [], panelSize: 5 }));
  for (const part of [
    "medium contested grace says low",
    "found by ada, boole; upheld by curie; refuted by darwin",
    "grace agrees in part, as low: Both are strings.",
    "sku: string cart.ts",
    "darwin refutes it sku is a number not in the material",
  ]) {
    expect(text).toContain(part);
  }
  // What the head says already is not repeated, and nothing turns the direction of the page.
  expect(text).not.toContain("curie upholds it");
  expect(text).not.toContain("\u202e");
});

test("a member's votes are listed with the claims that they are about", () => {
  const text = shown(VoteList({ debater: "grace", findings: [ALONE, LOOSE] }));
  expect(text).toContain("Loose equality. grace agrees in part, as low");
  expect(text).not.toContain("It leaks.");
  expect(text).not.toContain("darwin");
});

const CODE = "let a = 1;\nlet b = 2;\nlet c = a + b;\n";

test.each([
  [
    [4, 9],
    ["1 let [a = 1];", "2 let b = 2;", "3 let c = a + b;"],
  ],
  [
    [15, 37],
    ["1 let a = 1;", "2 let [b = 2;]", "3 [let c = a + b;]", "4 "],
  ],
])("the lines of the passage %j are shown with those around it", (at, expected) => {
  const lines = findLines(CODE, at as [number, number]);
  const written = lines.map(
    ({ number, before, marked, after }) =>
      `${number} ${before}${marked === "" ? "" : `[${marked}]`}${after}`,
  );
  expect(written.slice(0, expected.length)).toEqual(expected);
});
