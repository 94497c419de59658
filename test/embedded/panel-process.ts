import { embeddedModels } from "../../packages/rostrum/src/models/embedded/index.ts";

/** Three debaters at once, two rounds; then nothing is left that would keep the process alive. */
const question = "What is 77*35*86+12-3*27?";
const panel = embeddedModels("embedded*3") ?? [];
const signal = new AbortController().signal;
const common = { role: "debater", question, peers: [], system: "", messages: [], signal } as const;
const texts: string[] = [];
for (const round of [0, 1]) {
  const replies = await Promise.all(
    panel.map((model, index) =>
      model.generate({
        ...common,
        peers: [],
        messages: [],
        stepId: `${index}`,
        round,
        seed: 10 * round + index,
      }),
    ),
  );
  texts.push(...replies.map(({ text }) => text));
}
console.log(JSON.stringify(texts));
