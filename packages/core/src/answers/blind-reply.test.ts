import { expect, test } from "vitest";
import { createMaterialCheck } from "./blind-reply.ts";

const CONTRACT =
  "The supplier delivers the goods within thirty days of the order. If the delivery is late, the buyer may withhold " +
  "two percent of the price for each week, and never more than ten percent. Either party may end this agreement with " +
  "ninety days of notice in writing. Disputes are settled by the courts of the seller's seat, unless both agree on an arbiter.";
const QUESTION = "May the buyer withhold money if the delivery is late?";
const check = createMaterialCheck([CONTRACT], QUESTION);
const filler =
  "I considered what is usual in such cases and weighed how a careful reader would look at this, with all that " +
  "follows from it for either side, and I come to the view that it is so. ";

test.each([
  [
    "a run of its words",
    `${filler} For late goods it says two percent of the price for each week.`,
  ],
  ["a passage in quotation marks", `${filler} The text has “never more” in it.`],
  ["a passage in backticks", `${filler} See \`ninety days\`.`],
  ["a quote as JSON", '{"findings": [{"claim": "Too vague.", "quote": "unless both agree"}]}'],
  [
    "its words, though it says that it can't see a file",
    "I can't see the attached file, but either party may end this agreement with notice.",
  ],
])("a reply with %s has seen the material", (_what, reply) => {
  expect(check(reply, true)).toBe(null);
});

test.each([
  "I can't see the attached file.",
  "I cannot access the document you mentioned, so I assume the usual terms.",
  "I don't have access to the contract. Answer: yes",
  "I’m unable to open the PDF.",
  "No document was attached, so this is general advice.",
  "The diff was not included.",
  "Please share the contract so that I can check.",
  "We do not see any attachment in this conversation.",
])("%j says that it saw nothing", (reply) => {
  expect(check(reply, false)).toBe("says_so");
});

/** What the closed list must not do. */
test.each([
  "I can't see the point of the clause.",
  "I don't see any file handle that is leaked.",
  "I cannot find a document type declaration problem.",
  "The documents were not signed by both.",
  "Please provide notice in writing.",
  "No material breach was shown.",
  "I don't have an opinion.",
  "The file is not closed in every branch.",
])("%j says nothing of the kind", (reply) => {
  expect(check(reply, false)).toBe(null);
});

test("a longer reply without a word of the material quotes nothing, and a short one need not", () => {
  expect(check(filler, false)).toBe("quotes_nothing");
  expect(check("Answer: yes\nConfidence: 0.9", false)).toBe(null);
  expect(check('{"findings": []}', true)).toBe("quotes_nothing");
});

test("words of the question are no quote", () => {
  const asked = createMaterialCheck(
    [CONTRACT],
    "Is it true that the buyer may withhold two percent of the price?",
  );
  expect(asked(`${filler} The buyer may withhold two percent of the price.`, false)).toBe(
    "quotes_nothing",
  );
});

test("short material, and languages whose words can't be told apart, are not judged", () => {
  expect(createMaterialCheck(["A short note."], QUESTION)(filler, true)).toBe(null);
  const thai = "ผู้ขายต้องส่งมอบสินค้าภายในสามสิบวันนับจากวันที่สั่งซื้อ ".repeat(60);
  expect(createMaterialCheck([thai], QUESTION)(filler, true)).toBe(null);
  const chinese =
    "卖方应在订单后三十天内交付货物。如果交货延迟，买方每周可以扣留百分之二的价款。".repeat(3);
  expect(createMaterialCheck([chinese], QUESTION)("合同说买方每周可以扣留百分之二", true)).toBe(
    null,
  );
  expect(createMaterialCheck([], QUESTION)(filler, true)).toBe(null);
});
