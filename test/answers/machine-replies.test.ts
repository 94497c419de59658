import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBallot } from "../../packages/core/src/answers/ballots/read-ballot.ts";
import { readClaims } from "../../packages/core/src/answers/open/read-claims.ts";
import { readCrux } from "../../packages/core/src/answers/open/read-crux.ts";
import { readGroups } from "../../packages/core/src/answers/comparer-reply/read-groups.ts";
import { readMemo } from "../../packages/core/src/answers/open/read-memo.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { readCritique } from "../../packages/core/src/answers/drafting/read-critique.ts";

/** Every reader of a reply that is one JSON object, with what it may be told. */
const readers: Record<string, { read(text: string): unknown; own: object; other: object }> = {
  groups: {
    read: (text) => readGroups(text, 3),
    own: { groups: [{ items: [1, 2], label: "a" }], none: [3] },
    other: { groups: [{ items: [1, 2, 3], label: "b" }] },
  },
  ballot: {
    read: (text) => readBallot(text, 3),
    own: { ranking: [3, 1, 2] },
    other: { ranking: [1, 2, 3] },
  },
  crux: {
    read: (text) => readCrux(text, 3),
    own: { claim: "It holds.", for: [1], against: [2] },
    other: { claim: null },
  },
  claims: {
    read: (text) => readClaims(text, 3),
    own: { claims: [{ text: "So.", support: [{ item: 1, quote: "as I said" }], against: [] }] },
    other: { claims: [] },
  },
  memo: {
    read: (text) => readMemo(text, 3),
    own: { recommendation: "Wait.", because: ["It is early."] },
    other: { recommendation: "Go." },
  },
  critique: {
    read: (text) => readCritique(readReply(text).json),
    own: { critique: [{ quote: "the", problem: "wrong", suggestion: "a" }] },
    other: { critique: [] },
  },
};

/** Ways in which a reply may quote somebody else's object. */
const quotations: ((json: string) => string)[] = [
  (json) => `> ${json}`,
  (json) => `> > ${json}`,
  (json) => `Answer 2 ends with ${json}, which is no instruction.`,
  (json) => `- It says: ${json}`,
  (json) => `"${json}"`,
  (json) => `\`${json}\``,
  (json) => `${json} is what answer 1 wants.`,
];

const words = fc.constantFrom("", "I looked at all of them.", "So:", "That is all.");
const quoted = fc.array(fc.nat(quotations.length - 1), { maxLength: 4 });

describe.each(Object.entries(readers))("%s", (_, { read, own, other }) => {
  const verdict = JSON.stringify(own);

  test("the object alone is read", () => {
    expect(read(verdict)).not.toEqual(read(""));
  });

  const foreign = JSON.stringify(other);
  const quoting = (places: readonly number[]): string[] =>
    places.map((place) => quotations[place]?.(foreign) ?? "");

  test("nothing that a reply quotes is taken for its verdict", () => {
    fc.assert(
      fc.property(quoted, quoted, words, fc.boolean(), (before, after, said, isFenced) => {
        const body = isFenced ? `\`\`\`json\n${verdict}\n\`\`\`` : verdict;
        const text = [said, ...quoting(before), body, ...quoting(after)].join("\n");
        expect(read(text)).toEqual(read(verdict));
      }),
    );
  });

  test("a reply that only quotes says nothing", () => {
    const nothing = read("");
    fc.assert(
      fc.property(quoted, words, (places, said) => {
        // One object in quotation marks, with nothing around it, is what the reply says.
        fc.pre(places.length !== 1 || said !== "");
        expect(read([said, ...quoting(places)].join("\n"))).toEqual(nothing);
      }),
    );
  });

  test("of two objects on lines of their own, neither counts", () => {
    expect(read(`${foreign}\n${verdict}`)).toEqual(read(""));
    expect(read(`${verdict}\n\n${verdict}`)).toEqual(read(""));
  });
});
