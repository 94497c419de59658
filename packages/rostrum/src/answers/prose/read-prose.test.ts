import { describe, expect, it } from "vitest";
import { questionOf } from "./question.ts";
import { readProse } from "./read-prose.ts";

const wording = (question: string, reply: string): string | null =>
  readProse(questionOf(question), reply)?.wording ?? null;

const focus = (question: string, reply: string): string =>
  [...(readProse(questionOf(question), reply)?.focus.weights.keys() ?? [])].join(" ");

describe("the statement that answers", () => {
  const who = "Who plays the voice of Johnny in Sing?";

  it("stands in the reply as it is given", () => {
    expect(wording(who, "Taron Egerton.")).toBe("Taron Egerton.");
    expect(
      wording(
        who,
        "Sing is an animated film of 2016.\n\nThe voice of Johnny in Sing is provided by Taron Egerton. He also sings a cover of “I’m Still Standing”.",
      ),
    ).toBe("The voice of Johnny in Sing is provided by Taron Egerton.");
  });

  it("is found at either end of a long reply, with its own spaces", () => {
    const filler =
      "Much could be said about films and those who lend their voices to them. ".repeat(60);
    const said = "The voice of\u00a0Johnny in Sing is Taron\tEgerton.";
    expect(wording(who, `${said} ${filler}`)).toBe(said);
    expect(wording(who, `${filler}\n\n${said}`)).toBe(said);
  });

  it("leaves out hedges, sources and a heading that says the question again", () => {
    expect(wording(who, "According to the credits, Taron Egerton plays Johnny.")).toBe(
      "Taron Egerton plays Johnny.",
    );
    expect(
      wording(
        who,
        "As an AI language model, I don't have access to films. However, Taron Egerton voices Johnny.",
      ),
    ).toBe("Taron Egerton voices Johnny.");
    expect(
      wording(
        who,
        "As an AI model I cannot watch films, but Taron Egerton plays the voice of Johnny.",
      ),
    ).toBe("Taron Egerton plays the voice of Johnny.");
    expect(wording(who, "Voice of Johnny in Sing: Taron Egerton.")).toBe("Taron Egerton.");
    expect(wording(who, "The answer is: Taron Egerton")).toBe("Taron Egerton");
  });

  it("is not cut at initials, titles and abbreviations", () => {
    const reply =
      "The book was written by Dr. J. K. Rowling of the U.S. branch in approx. two years.";
    expect(wording("Who wrote the book?", reply)).toBe(reply);
  });

  it("goes on over a list that it announces", () => {
    const reply = "The members are:\n1. Ada Lovelace\n2. Alan Turing\n3. Grace Hopper";
    expect(wording("Who are the members?", reply)).toBe(reply);
  });

  it("gives the words that stand where the answer belongs", () => {
    expect(
      focus(
        who,
        "Taron Egerton provides the voice of Johnny, the singing gorilla, in the animated film “Sing”.",
      ),
    ).toBe("taron egerton");
    expect(focus(who, "The voice of Johnny in Sing is provided by the actor Taron Egerton.")).toBe(
      "taron egerton",
    );
    expect(
      focus("When does the festival end?", "The festival, first held in 1950, ends on November 2."),
    ).toBe("november 2");
    expect(
      focus("Where is the museum?", "The museum is located in Cleveland, which is in Ohio."),
    ).toBe("cleveland");
  });
});

describe("what is no answer", () => {
  it.each([
    "",
    "   \n ",
    '".',
    "I don't know.",
    "I'm sorry, but I couldn't find any information about that.",
    "I’m sorry, but I couldn’t find any information about a musical that premiered then.",
    "As an AI language model, I do not have access to real-time information.",
    "Unknown",
    "N/A",
    "There is not enough information to tell.",
    "It is unclear which town is meant.",
    "Could you please clarify the question?",
  ])("declines: %s", (reply) => {
    expect(wording("Where was it?", reply)).toBeNull();
  });

  it.each([
    "your answer",
    "<your final answer, as short as it can be>",
    "the short answer, the shortest possible version of your task",
    "Your final answer here",
    "[insert answer here]",
  ])("F10: echoes the prompt: %s", (reply) => {
    expect(wording("Which city is it?", reply)).toBeNull();
  });

  it("F10: an answer that speaks of answers is one", () => {
    expect(wording("What did the oracle give?", "a short answer to Croesus")).not.toBeNull();
    expect(wording("What is the final question?", "The question of life")).not.toBeNull();
  });
});

describe("what is no answer, and what only sounds like it", () => {
  it.each([
    ["Who won?", "I don't know."],
    ["Who won?", "There is no evidence of a winner."],
    ["Who won?", "It is unclear."],
    ["Do you know who won?", "I don't know."],
    ["Should we migrate?", "I don't have enough information to say."],
    ["Who won?", "your answer"],
  ])("%s %s is unread", (question, reply) => {
    expect(wording(question, reply)).toBeNull();
  });
  it.each([
    ["Is there evidence of fraud?", "There is no evidence of fraud."],
    ["Should we migrate?", "We don't have the staff for it."],
    ["Is the domain available?", "It is not available."],
    ["Is it possible to fly there?", "It is impossible to fly there."],
    ["Which task comes first?", "Task 1"],
    ["Did it help?", "No, there is no record of any effect."],
  ])("%s %s is an answer", (question, reply) => {
    expect(wording(question, reply)).toBe(reply);
  });
  it("of alternatives, the one recommended is read", () => {
    const reply =
      "MongoDB is fine for documents. I would pick Postgres, because you need transactions.";
    expect(wording("PostgreSQL or MongoDB?", reply)).toBe(
      "I would pick Postgres, because you need transactions.",
    );
  });
});
