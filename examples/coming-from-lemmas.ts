/**
 * Coming from lemmas: `debate(query, agents, …)` with its adapters for clients you already have. The
 * adapters are in clients/openai.ts and clients/anthropic.ts; fake clients answer, so no key is needed.
 */
import assert from "node:assert/strict";
import { central, debate, judged, never, text } from "rostrum";
import { anthropicComplete, type AnthropicLike } from "./clients/anthropic.ts";
import { openaiComplete, type OpenAIBody, type OpenAILike } from "./clients/openai.ts";

const QUERY = "What was the most consequential US Supreme Court decision of the 20th century?";

// In your program: new OpenAI({ maxRetries: 0 }) and new Anthropic({ maxRetries: 0 }).
const bodies: OpenAIBody[] = [];
const openai: OpenAILike = {
  chat: {
    completions: {
      create: async (body, { signal }) => {
        signal.throwIfAborted();
        bodies.push(body);
        const judging = body.messages.some(({ content }) => content.includes("OPENAI, CLAUDE"));
        const content = judging
          ? "**CLAUDE**: stronger than OPENAI, for it names what changed in daily life."
          : "Equal protection begins there.\nAnswer: Brown v. Board of Education";
        return {
          choices: [{ message: { content }, finish_reason: "stop" }],
          usage: {
            prompt_tokens: 100,
            completion_tokens: 20,
            prompt_tokens_details: { cached_tokens: 60 },
          },
        };
      },
    },
  },
};
const anthropic: AnthropicLike = {
  messages: {
    create: async ({ max_tokens }) => ({
      content: [{ type: "text", text: "It reaches every arrest.\nAnswer: Miranda v. Arizona" }],
      stop_reason: max_tokens < 10 ? "max_tokens" : "end_turn",
      usage: { input_tokens: 30, cache_read_input_tokens: 70, output_tokens: 20 },
    }),
  },
};
const mini = openaiComplete(openai, { model: "<small model>", temperature: 0.7 });
const claude = anthropicComplete(anthropic, { model: "<model>" });

// Same-model debate: a single callable and lemmas' five default personas, which cycle.
const same = await debate(QUERY, {
  debaters: mini,
  panelSize: 3, // n_agents_if_single
  personas: true, // lemmas' default; ours is false
  revise: "everyone", // everybody speaks in every round
  rounds: 2, // the same meaning
  stop: never(), // lemmas holds every round
  decide: central(), // lemmas' winner without a judge: the draft nearest to the others
  answer: text(),
});
console.log(`same model:  ${same.answer}  (winner: ${same.winner})`);
assert.equal(same.usage.calls, 9, "k × (R + 1), and no judge");
assert.equal(same.usage.inputTokens, 900);
assert.equal(bodies[0]?.temperature, 0.7);
assert.notDeepEqual(bodies[0]?.messages[0], bodies[1]?.messages[0], "personas differ");

// Cross-model debate: labelled agents, each with its persona, and a judge who picks a label.
const cross = await debate(QUERY, {
  debaters: [
    { name: "OPENAI", model: mini, instructions: "You are a historian. Prefer sources." },
    {
      name: "CLAUDE",
      model: claude,
      instructions: "You are a lawyer. Prefer what changed in court.",
    },
  ],
  judge: openaiComplete(openai, { model: "<large model>", temperature: 0 }),
  decide: judged({ mode: "pick", always: true }), // the judge names the winner
  anonymous: false, // labels stay; by default the judge reads shuffled letters
  rounds: 2,
  revise: "everyone",
  stop: never(),
  answer: text(),
});
console.log(`cross model: ${cross.answer}  (winner: ${cross.winner})`);
console.log(`judgment:    ${cross.decision.judgment}`);
assert.equal(cross.winner, "CLAUDE", "a label that is only compared with doesn't win");
assert.equal(cross.answer, "Miranda v. Arizona"); // r.final
assert.equal(cross.usage.calls, 7, "2 × 3, and the judge");
assert.equal(cross.usage.cachedInputTokens, 3 * 60 + 3 * 70 + 60);

// r.rounds: a draft for each label.
const drafts = cross.rounds.map(({ positions }) =>
  Object.fromEntries(positions.map((position) => [position.debater, position.text])),
);
assert.match(drafts[2]?.["OPENAI"] ?? "", /Brown v\. Board/);

// A reply that hit the token limit is marked, and doesn't vote.
const brief = { model: claude, maxOutputTokens: 5 };
const cut = await debate(QUERY, {
  debaters: [mini, mini, brief],
  rounds: 0,
  answer: text(),
  limits: { retries: 0 }, // else it is asked again with twice the room
});
assert.equal(cut.rounds[0]?.positions[2]?.status, "unread");
assert.equal(cut.integrity.truncated, 1);
