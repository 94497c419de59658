import { askNetwork, parseEmbeddedId } from "../src/index.ts";

/** Three debaters at once, two rounds; then nothing is left that would keep the process alive. */
const question = "What is 77*35*86+12-3*27?";
const panel = parseEmbeddedId("embedded*3") ?? [];
const { signal } = new AbortController();
const common = { role: "debater", question, peers: [], messages: [], signal };
const texts: string[] = [];
for (const round of [0, 1]) {
  const replies = await Promise.all(
    panel.map((variant, index) => askNetwork(variant, { ...common, seed: 10 * round + index })),
  );
  texts.push(...replies.map(({ text }) => text));
}
console.log(JSON.stringify(texts));
