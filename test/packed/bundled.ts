// A user's program that is bundled together with the package.
import { debate } from "rostrum";

const { answer } = await debate("What is 6 × 7?", {
  debaters: [() => "Answer: 42", () => "Answer: 42", () => "Answer: 41"],
});
if (answer !== "42") throw new Error(`expected 42, got ${answer}`);
