import type { ListedModel } from "./listed-model.ts";

const DAY_S = 86_400;
/** Models released within this time of each other are one generation. */
const GENERATION_S = 21 * DAY_S;
/** Models that are older than the newest one by more than this are ignored. */
const RECENT_S = 365 * DAY_S;
/** Prices outside this range, relative to the median, mark special models: tiny ones, or ones for rare use. */
const USUAL_RANGE = { min: 1 / 8, max: 4.5 };

/** A model without a known price ranks below a priced one that is older by at most this much. */
const PRICED_LAG_S = 180 * DAY_S;

/**
 * Chooses models of one provider for a panel, best first: newest generation first, and within it the price closest to
 * the provider's median. Each generation has a model that is too small for hard questions, which comes last, and one
 * that costs ten times as much, which is left out unless there is nothing else. For half a year, models that are too
 * new for the price list come after those with a price: without one, costs can't be estimated and spending limits
 * can't be kept. Names don't matter, except where a list says neither when models were released nor what they are for.
 */
export function chooseModels(listed: readonly ListedModel[]): string[] {
  const models = keepRecent(removeDuplicates(listed.filter(({ isForChat }) => isForChat)));
  const generations = findGenerations(models);
  const factor = comparePrices(models);
  const newestPriced = Math.max(
    ...models.filter((model) => factor(model) !== null && isUsual(factor(model))).map(getCreated),
  );
  const isEarly = (model: ListedModel): boolean =>
    factor(model) === null && model.created - newestPriced <= PRICED_LAG_S;
  const distance = (model: ListedModel): number => Math.abs(Math.log(factor(model) ?? 0));
  const rank = (model: ListedModel): number =>
    isEarly(model) ? 2 : isUsual(factor(model)) ? 0 : 1;
  const ordered = models.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (generations.get(a) ?? 0) - (generations.get(b) ?? 0) ||
      compare(distance(a), distance(b)) ||
      b.created - a.created ||
      // A plain name goes before those that add to it, such as "-mini".
      BY_NUMBER.compare(b.id + LAST_LETTER, a.id + LAST_LETTER),
  );
  const affordable = ordered.filter((model) => (factor(model) ?? 0) <= USUAL_RANGE.max);
  const chosen = affordable.length === 0 ? ordered : affordable;
  return interleave(groupByMaker(chosen)).map(({ id }) => id);
}

const getCreated = ({ created }: ListedModel): number => created;

/** Newer models than the chosen one that were passed over: without a known price, or with an unusual one. */
export function listPassedOver(
  listed: readonly ListedModel[],
  chosenId: string,
): { unpriced: string[]; unusual: string[] } {
  const models = listed.filter(({ isForChat }) => isForChat);
  const factor = comparePrices(keepRecent(removeDuplicates(models)));
  const chosenCreated = models.find(({ id }) => id === chosenId)?.created ?? Infinity;
  const newer = models.filter(({ created }) => created > chosenCreated);
  const listIds = (isListed: (model: ListedModel) => boolean): string[] =>
    newer.filter(isListed).map(({ id }) => id);
  return {
    unpriced: listIds(({ outputPrice }) => outputPrice === null),
    unusual: listIds((model) => !isUsual(factor(model))),
  };
}

/** Compares a model's price with the median; `null` if one of them is unknown. */
function comparePrices(models: readonly ListedModel[]): (model: ListedModel) => number | null {
  const usualPrice = findUsualPrice(models);
  return ({ outputPrice }) =>
    outputPrice === null || usualPrice === null ? null : outputPrice / usualPrice;
}

function isUsual(factor: number | null): boolean {
  return factor === null || (factor >= USUAL_RANGE.min && factor <= USUAL_RANGE.max);
}

/** Compares numbers that may be infinite: `Infinity - Infinity` is NaN. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Sorts after every other character. */
const LAST_LETTER = "\uFFFF";

/** Compares numbers in names as numbers: 4.10 is newer than 4.9. */
const BY_NUMBER = new Intl.Collator("en", { numeric: true });

/**
 * Keeps one id per model: the undated one, otherwise the latest date. A moving alias such as "-latest" is kept only
 * if there is no other id.
 */
function removeDuplicates(models: readonly ListedModel[]): ListedModel[] {
  const rank = ({ id }: ListedModel): number => (ALIAS.test(id) ? 2 : DATE.test(id) ? 1 : 0);
  const copies = Map.groupBy(models, ({ id }) => id.replace(ALIAS, "").replace(DATE, ""));
  return [...copies.values()].flatMap((group) =>
    group.toSorted((a, b) => rank(a) - rank(b) || BY_NUMBER.compare(b.id, a.id)).slice(0, 1),
  );
}

const ALIAS = /(?:-chat)?-latest$/;
const DATE = /-(?:\d{4}-\d\d-\d\d|\d\d-\d{4}|\d{8}|\d{3,4})$/;

/**
 * Leaves out old models. Age is counted from the newest model with a price, unless that is old itself: otherwise a newer
 * one without a price would push out the priced models that it has to wait for.
 */
function keepRecent(models: readonly ListedModel[]): ListedModel[] {
  const newest = Math.max(...models.map(getCreated));
  const newestPriced = Math.max(
    ...models.filter(({ outputPrice }) => outputPrice !== null).map(getCreated),
  );
  const latest = newest - newestPriced <= PRICED_LAG_S ? newestPriced : newest;
  return models.filter(({ created }) => latest - created <= RECENT_S);
}

/** Generation of each model; 0 is the newest. */
function findGenerations(models: readonly ListedModel[]): Map<ListedModel, number> {
  const dates = new Set(models.map(({ created }) => created));
  // Some lists have no dates, or the same date for all models.
  const isDated = dates.size > 1;
  const age = (model: ListedModel): number =>
    isDated ? model.created : readVersion(model.id) * GENERATION_S * 10;
  const generations = new Map<ListedModel, number>();
  let newest = Infinity;
  let generation = -1;
  for (const model of models.toSorted((a, b) => age(b) - age(a))) {
    if (newest - age(model) > (isDated ? GENERATION_S : 0)) {
      newest = age(model);
      generation++;
    }
    generations.set(model, generation);
  }
  return generations;
}

/** Reads the first number in a name that is neither a size, such as 70b, nor a date. */
function readVersion(id: string): number {
  const name = id.slice(id.lastIndexOf("/") + 1);
  const [, major, minor = "0"] =
    /(?<![\d.])(\d{1,2})(?:[.-](\d{1,2}))?(?![\d.]|b\b)/i.exec(name) ?? [];
  return major === undefined ? 0 : Number(`${major}.${minor.padStart(2, "0")}`);
}

/** Median price. Free models are ignored. */
function findUsualPrice(models: readonly ListedModel[]): number | null {
  const prices = models.flatMap(({ outputPrice }) => outputPrice || []).sort((a, b) => a - b);
  if (prices.length === 0) return null;
  const middle = (prices.length - 1) / 2;
  const [low = 0, high = 0] = [prices[Math.floor(middle)], prices[Math.ceil(middle)]];
  return (low + high) / 2;
}

/** Groups models by maker, for hosts that serve several. The maker with the most models comes first. */
function groupByMaker(models: readonly ListedModel[]): ListedModel[][] {
  const makers = Map.groupBy(models, ({ id }) => id.slice(0, Math.max(0, id.indexOf("/"))));
  return [...makers.values()].sort((a, b) => b.length - a.length);
}

/** Interleaves lists: the first entry of each, then the second of each, and so on. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list.slice(rank, rank + 1)),
  ).flat();
}
