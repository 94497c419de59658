/*
 * Debates of three instances of one large model, written for this project: their texts are in debates.json. Scripted
 * models say them again, so that the page is looked at with what models really write.
 */
import {
  council,
  editorial,
  findings,
  json,
  judged,
  type DebateConfig,
  type ModelFunction,
  type ModelRequest,
} from "../../../../packages/rostrum/src/index.ts";
import { z } from "zod";
import debates from "./debates.json" with { type: "json" };

/** What a question needs next to its text. */
export interface LiveDebate {
  question: string;
  config: DebateConfig<never>;
  context?: { document: string; text: string }[];
}

const PRICE = { input: 0.25, output: 2 };

/** A model that gives these replies, one per round, the last one again and again. */
function speaker(replies: readonly string[], other?: (request: ModelRequest) => string) {
  const model: ModelFunction = (request) => {
    const spoken = request.role === "debater" || request.role === "judge";
    const text = spoken
      ? (replies[Math.min(request.round, replies.length - 1)] ?? "")
      : (other?.(request) ?? "");
    const usage = { inputTokens: 420 + 900 * request.round, outputTokens: text.length >> 2 };
    return { text, usage };
  };
  return model;
}

/** The members of a debate, with their replies. */
function members(
  replies: Record<string, readonly string[]>,
  other?: (request: ModelRequest, name: string) => string,
) {
  return Object.entries(replies).map(([name, said]) => ({
    name,
    model: speaker(said, other && ((request) => other(request, name))),
    price: PRICE,
  }));
}

/** A judge speaks once. */
const judge = (judgment: string) => ({
  name: "judge",
  model: speaker([judgment]),
  price: PRICE,
});

/** A judge who picks a position says so between the marks of its call. */
const picker = (judgment: string, label: string) => ({
  name: "judge",
  model: (({ messages }) => {
    const [, mark = ""] = /\[\[answer (\w+)\]\]/.exec(messages.at(-1)?.content ?? "") ?? [];
    return `${judgment}\n\n[[answer ${mark}]]\n${label}\n[[end ${mark}]]`;
  }) as ModelFunction,
  price: PRICE,
});

/** The number under which a request shows a debater's latest reply. */
function findItem(items: readonly string[], replies: readonly string[] = []): number {
  const found = items.findIndex((item) =>
    replies.some((reply) => item.includes(reply.slice(0, 60))),
  );
  return found + 1;
}

const { version } = debates;

type Quoted = { debater: string; quote: string };

/** Names the crux, lists the claims and writes the memo. */
function analyst(): ModelFunction {
  const replies: Record<string, readonly string[]> = version.replies;
  return ({ role, items = [] }) => {
    // The memo is shown answers, in the order of the panel.
    const number = (name: string): number =>
      findItem(items, replies[name]) || Object.keys(replies).indexOf(name) + 1;
    const cite = ({ debater, quote }: Quoted) => ({ item: number(debater), quote });
    if (role === "crux") {
      const { claim, for: yes, against } = version.crux;
      return JSON.stringify({ claim, for: yes.map(number), against: against.map(number) });
    }
    if (role === "claims") {
      const claims = version.claims.map(({ text, support, against }) => ({
        text,
        support: support.map(cite),
        against: against.map(cite),
      }));
      return JSON.stringify({ claims, unaddressed: version.unaddressed });
    }
    return JSON.stringify({ ...version.memo, dissent: version.memo.dissent.map(cite) });
  };
}

/** The code that was reviewed. */
const CART = `type Item = { sku: string; qty: number; priceCents: number };

export class Cart {
  items: Item[] = [];

  add(sku: string, qty: number, priceCents: number) {
    const found = this.items.find((i) => i.sku == sku);
    if (found) found.qty = qty;
    else this.items.push({ sku, qty, priceCents });
  }

  remove(sku: string) {
    this.items.splice(this.items.findIndex((i) => i.sku === sku), 1);
  }

  total(discountPercent = 0): number {
    const sum = this.items.reduce((all, i) => all + i.qty * i.priceCents, 0);
    return Math.floor(sum - (sum * discountPercent) / 100) / 100;
  }

  async checkout(pay: (cents: number) => Promise<void>, discount?: number) {
    pay(this.total(discount));
    this.items = [];
  }
}
`;

/** Finds what was found, and says of the others' findings what was said. */
function reviewer(name: string, prose: string): ModelFunction {
  return ({ round, items = [] }) => {
    if (round === 0) {
      const found = debates.review.findings
        .filter(({ by }) => by.includes(name))
        .map(({ quote, claim, severity }) => ({ quote, claim, severity }));
      return `${prose}\n\n\`\`\`json\n${JSON.stringify({ findings: found })}\n\`\`\``;
    }
    const votes = items.flatMap((claim, at) => {
      const finding = debates.review.findings.find((each) => claim.includes(each.claim));
      const said = finding?.votes.find((vote) => vote.debater === name);
      return said ? [{ ...said, item: at + 1 }] : [];
    });
    return JSON.stringify({ votes });
  };
}

/** A comparer that puts the answers with these words into one group and the others into another. */
const groupBy =
  (words: RegExp, label: string, other: string) =>
  ({ items = [] }: ModelRequest): string => {
    const numbers = items.map((_, at) => at + 1);
    const has = (number: number): boolean => words.test(items[number - 1] ?? "");
    const groups = [
      { items: numbers.filter(has), label },
      { items: numbers.filter((number) => !has(number)), label: other },
    ];
    return JSON.stringify({ groups: groups.filter((group) => group.items.length > 0) });
  };

/** Which answers are the same, in the debates in which a model has to say so. */
const comparer = (...rule: Parameters<typeof groupBy>) => ({
  model: groupBy(...rule) as ModelFunction,
});

export const LIVE: Record<string, LiveDebate> = {
  version: {
    question: version.question,
    config: {
      debaters: members(version.replies),
      judge: judge(version.judgment),
      decide: judged(),
      crux: { model: analyst() },
      report: { type: "memo", model: analyst() },
      rounds: 1,
      revise: "everyone",
      stop: "never",
      compare: comparer(/header/i, "in a header", "in the URL"),
      purpose: "Decisions that somebody has to sign, with a memo.",
    } as unknown as DebateConfig<never>,
  },
  review: {
    question: debates.review.question,
    context: [{ document: "cart.ts", text: CART }],
    config: {
      debaters: Object.entries(debates.review.replies).map(([name, prose]) => ({
        name,
        model: reviewer(name, prose),
        price: PRICE,
      })),
      answer: findings(),
      compare: "rules",
      purpose: "Finds what is wrong in code or in a text.",
    } as unknown as DebateConfig<never>,
  },
  council: {
    question: debates.council.question,
    config: {
      ...council,
      debaters: members(debates.council.replies, ({ items = [] }) => {
        const order = ["curie", "ada", "boole"] as const;
        const ranking = order.map((name) => findItem(items, debates.council.replies[name]));
        return JSON.stringify({ ranking: ranking.filter((number) => number > 0) });
      }),
      judge: judge(debates.council.judgment),
      compare: comparer(/promise and close/i, "close the loop", "weekly one-to-ones"),
      seed: 4,
      purpose: "Open advice. The members rank one another, and a chair writes the answer.",
    },
  },
  keeper: {
    question: debates.keeper.question,
    config: {
      debaters: members(debates.keeper.replies),
      judge: judge(debates.keeper.judgment),
      sides: { answers: ["yes", "no"] },
      rounds: 1,
      purpose: "One argues for yes, one for no, and a judge decides.",
    },
  },
  pick: {
    question: debates.pick.question,
    config: {
      debaters: members(debates.pick.replies),
      answer: json(z.object({ pick: z.string(), why: z.string() }), { by: ["pick"] }),
      rounds: 1,
      revise: "everyone",
      compare: comparer(/pouch/i, "PouchDB", "SQLite with a sync layer"),
      purpose: "A choice with its reason, in fields.",
    } as unknown as DebateConfig<never>,
  },
  notice: {
    question: debates.notice.question,
    config: {
      ...editorial,
      debaters: members(debates.notice.replies),
      judge: judge(debates.notice.judgment),
      purpose: "One writes, the others criticize, a judge signs it off.",
    } as unknown as DebateConfig<never>,
  },
  sql: {
    question: debates.sql.question,
    config: {
      debaters: members(debates.sql.replies),
      rounds: 0,
      answer: "text",
      compare: comparer(/array_agg/i, "second element of an array", "rank and filter"),
      purpose: "Code that has to be right.",
    } as unknown as DebateConfig<never>,
  },
  explain: {
    question: debates.judgepick.question,
    config: {
      debaters: members(debates.judgepick.replies),
      judge: picker(debates.judgepick.judgment, "Debater C"),
      decide: judged({ mode: "pick", always: true }),
      rounds: 0,
      answer: "text",
      compare: comparer(/fridge/i, "milk", "a shared account"),
      seed: 2,
      purpose: "The best of several explanations, picked by a judge.",
    } as unknown as DebateConfig<never>,
  },
};
