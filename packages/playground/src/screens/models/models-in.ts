/** The names of models, one per line or separated by commas. */
export function listModels(text: string): string[] {
  const models = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (models.length >= 2 && models.length <= 9) return models;
  throw new Error(`Expected two to nine models, one per line, got ${models.length}.`);
}
