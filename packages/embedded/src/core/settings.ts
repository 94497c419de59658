/** Shape and limits of a network; the training code writes them to the weights file. */
export interface NetworkSettings {
  dim: number;
  layers: number;
  heads: number;
  /** Width of the feed-forward layers. */
  feedForward: number;
  /** One character per token; the first is padding and never sampled. */
  vocabulary: string;
  /** Longest answer of the training data, including its closing newline. */
  maxAnswer: number;
  /** Maximum number of peers in the training data. */
  maxPeers: number;
}

const numbers = ["dim", "layers", "heads", "feedForward", "maxAnswer", "maxPeers"] as const;

export function readSettings(metadata: Record<string, string>): NetworkSettings {
  const settings = JSON.parse(metadata["settings"] ?? "null") as NetworkSettings | null;
  if (settings === null) throw new Error("weights: the file doesn't say what network it is for");
  for (const name of numbers) {
    if (!(Number.isInteger(settings[name]) && settings[name] > 0)) {
      throw new Error(`weights: settings.${name} should be a whole number above 0`);
    }
  }
  if (settings.dim % (settings.heads * 32) !== 0) {
    throw new Error("weights: settings.dim should be a multiple of 32 times settings.heads");
  }
  return settings;
}
