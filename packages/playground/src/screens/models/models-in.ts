/** The models that are named, one per line or with commas between them. */
export function modelsIn(text: string): string[] {
  const models = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (models.length >= 2 && models.length <= 9) return models;
  throw new Error(`Expected two to nine models, one per line, got ${models.length}.`);
}
