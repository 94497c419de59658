import type { Question } from "../../protocol/question.ts";
import type { InputStream } from "../io.ts";
import { UserError } from "../user-error.ts";
import { contextFile } from "./context-file.ts";
import { takeQuestionBack } from "./context-files.ts";
import { readInput, readTextFile } from "./text-file.ts";

export interface QuestionSource {
  words: readonly string[];
  file?: string;
  context?: readonly string[];
  stdin: InputStream;
}

/** The question from the command line, a file or standard input, with its material. */
export async function readQuestion(source: QuestionSource): Promise<Question> {
  const { words, context } = takeQuestionBack(source.words, source.context);
  const text = (await questionText({ ...source, words })).trim();
  if (text === "") throw new UserError("the question is empty");
  const material = await Promise.all(context.map(contextFile));
  return material.length === 0 ? text : { text, context: material };
}

async function questionText({ words, file, stdin }: QuestionSource): Promise<string> {
  const given = words.join(" ");
  if (file !== undefined) {
    if (given !== "")
      throw new UserError(
        "there is a question on the command line and another in --file: use one of them",
      );
    return file === "-" ? readInput(stdin) : readTextFile(file, "--file");
  }
  if (given === "-" || (given === "" && stdin.isTTY !== true)) return readInput(stdin);
  if (given === "") {
    throw new UserError("there is no question", [
      'rostrum "your question"',
      "rostrum --file question.txt",
    ]);
  }
  return given;
}

export async function readAll(stream: InputStream): Promise<string> {
  stream.setEncoding("utf8");
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}
