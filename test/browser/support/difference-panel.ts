import type { DebateConfig, ModelFunction } from "../../../packages/rostrum/src/index.ts";

export const VERSION_QUESTION =
  "Should our public HTTP API carry its version in the URL or in a header?";

const PATH = "In the URL path, major version only (`/v1/`)";
const HEADER = "In a header, with the version required";

const ADA = `${PATH}

**Reversibility decides.** Nobody knows how often this API will break, how much of its traffic is cached, or whether there will be SDKs. A dated header can be added within \`/v1\` later, while going from a header to paths is harder.

- **The header’s costs are one-off only on our side.** New integrators, tickets without the version and caches that we don’t control keep coming.
- **Lingering old majors are not a cost of URLs.** A client that doesn’t update keeps v1 alive either way.`;

const BOOLE = `${HEADER}

Paths are resources, and a version isn’t one. A header lets one resource change at a time, keeps stored links valid for years, and a missing header can be refused with a 400 that explains itself. Log format, gateway rule and \`Vary\` are set up once.`;

const CURIE = `${PATH}

"Public" means clients, proxies and CDNs we do not control. The version must work with default behaviour, not with careful configuration: caches key on the path without being told, a link can be pasted into a browser, and support can read the version in any log line.`;

const COMPARED = JSON.stringify({
  groups: [
    { items: [1, 3], label: "URL path, major version only", fullest: 1 },
    { items: [2], label: "a required header" },
  ],
  differences: [
    {
      about: "Does a 400 help?",
      kind: "unique",
      says: [
        {
          items: [2],
          text: "A missing header can be refused with a message that explains itself.",
        },
      ],
    },
    {
      about: "Do a header’s costs last?",
      kind: "conflict",
      says: [
        {
          items: [1, 3],
          text: "They recur for clients: every new integrator has to learn about the header.",
        },
        { items: [2], text: "Log format, gateway rule and `Vary` are one-off." },
      ],
    },
    {
      about: "Is `Vary` a one-off task?",
      kind: "conflict",
      says: [
        { items: [2], text: "Mostly, on our side." },
        { items: [3], text: "No: every new endpoint, error response and CDN change can omit it." },
      ],
    },
    {
      about: "Reading logs",
      kind: "unique",
      says: [{ items: [3], text: "Support reads the version in any log line." }],
    },
    {
      about: "Lingering majors",
      kind: "unique",
      says: [
        {
          items: [1],
          text: "They are not a cost of URLs; a client that doesn’t update keeps v1 alive anyway.",
        },
      ],
    },
  ],
});

/** Waits before a reply, so that a test sees the debate run. */
type Gate = () => Promise<unknown>;

const LONG = `Put it in the URL path, major version only, provided that you already run a gateway that routes by path, because that works with caches, browsers and logs without any configuration of theirs.

${ADA}`;

const PRICE = { input: 0.25, output: 2 };

function say(text: string, gate: Gate): ModelFunction {
  return async ({ onText, messages }) => {
    const [, mark] = /\[\[answer (\w+)\]\]/.exec(messages.at(-1)?.content ?? "") ?? [];
    const reply = mark === undefined ? text : `[[answer ${mark}]]\n${text}\n[[end ${mark}]]`;
    onText?.(text.slice(0, 80));
    await gate();
    onText?.(text.slice(80));
    return { text: reply, usage: { inputTokens: 290, outputTokens: text.length >> 2 } };
  };
}

/** Three who answer in prose, of whom one differs, and a comparer that says where. */
export function versioning(gate: Gate = async () => undefined): DebateConfig<never> {
  return {
    debaters: [
      { name: "ada", model: say(ADA, gate), price: PRICE },
      { name: "boole", model: say(BOOLE, gate), price: PRICE },
      { name: "curie", model: say(CURIE, gate), price: PRICE },
    ],
    rounds: 0,
    answer: "text",
    compare: () => COMPARED,
  } as unknown as DebateConfig<never>;
}

/** Two who agree on an answer with a long headline, and one who is down. */
export function degraded(gate: Gate): DebateConfig<never> {
  const fail: ModelFunction = async () => {
    await gate();
    throw new Error("503 overloaded");
  };
  return {
    debaters: [
      { name: "ada", model: say(LONG, gate), price: PRICE },
      { name: "boole", model: fail, price: PRICE },
      { name: "curie", model: say(LONG, gate), price: PRICE },
    ],
    rounds: 0,
    answer: "text",
    limits: { retries: 0 },
  } as unknown as DebateConfig<never>;
}
