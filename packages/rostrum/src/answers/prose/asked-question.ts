import { questionOf, type ProseQuestion } from "./question.ts";

/** A question, which is looked at word by word when that is first needed. Many debates never need it. */
export class AskedQuestion {
  readonly text: string;
  #understood: ProseQuestion | null = null;

  constructor(text: string) {
    this.text = text;
  }

  understood(): ProseQuestion {
    return (this.#understood ??= questionOf(this.text));
  }
}
