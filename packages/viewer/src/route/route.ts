export const DEBATE_VIEWS = ["debate", "memo", "changes", "convergence", "decisions"] as const;
export type DebateView = (typeof DEBATE_VIEWS)[number];

/** One reply: what a debater said in a round. */
export interface CellAddress {
  round: number;
  debater: string;
  /** A passage of the reply, in UTF-16 units. */
  at?: readonly [number, number];
}

/** A passage of the context: in the document of that name, or in the one without a name. */
export interface PassageAddress {
  document: string;
  at: readonly [number, number];
}

/** Which runs are shown. It is part of the address, so that a link shows the same list. */
export interface RunFilters {
  search: string;
  status: string;
  /** Only those that are degraded or escalated. */
  doubtful: boolean;
}

export type Route =
  | { screen: "ask" }
  | { screen: "runs"; filters: RunFilters }
  | { screen: "review" }
  | { screen: "compare"; ids: [string, string] }
  | {
      screen: "debate";
      id: string;
      view: DebateView;
      cell: CellAddress | null;
      passage?: PassageAddress;
    }
  | { screen: "lost" };

export const NO_FILTERS: RunFilters = { search: "", status: "", doubtful: false };

/** Reads the part of the address after the `#`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [screen, ...rest] = path.split("/").map(decoded);
  switch (screen) {
    case "":
    case undefined:
      return { screen: "ask" };
    case "runs":
      return { screen: "runs", filters: filtersFrom(new URLSearchParams(query)) };
    case "review":
      return { screen: "review" };
    case "compare":
      return rest[0] && rest[1]
        ? { screen: "compare", ids: [rest[0], rest[1]] }
        : { screen: "lost" };
    case "d":
      return debateRoute(rest);
    default:
      return { screen: "lost" };
  }
}

/** The address of a route, to be put into a link. */
export function hrefOf(route: Route): string {
  switch (route.screen) {
    case "ask":
    case "lost":
      return "#/";
    case "review":
      return "#/review";
    case "compare":
      return `#/compare/${route.ids.map(encodeURIComponent).join("/")}`;
    case "runs": {
      const { search, status, doubtful } = route.filters;
      const query = new URLSearchParams();
      if (search !== "") query.set("search", search);
      if (status !== "") query.set("status", status);
      if (doubtful) query.set("doubtful", "1");
      return query.size === 0 ? "#/runs" : `#/runs?${query}`;
    }
    case "debate":
      return debateHref(route.id, route.view, route.cell, route.passage);
  }
}

export function debateHref(
  id: string,
  view: DebateView = "debate",
  cell: CellAddress | null = null,
  passage?: PassageAddress,
): string {
  const parts = [
    "d",
    encodeURIComponent(id),
    ...(view === "debate" ? [] : [view]),
    ...(cell === null ? [] : [`r${cell.round}`, encodeURIComponent(cell.debater.toWellFormed())]),
    ...(cell?.at === undefined ? [] : [cell.at.join("-")]),
    ...(passage === undefined
      ? []
      : ["text", encodeURIComponent(passage.document.toWellFormed()), passage.at.join("-")]),
  ];
  return `#/${parts.join("/")}`;
}

function debateRoute([id, ...rest]: string[]): Route {
  if (!id) return { screen: "lost" };
  const named = DEBATE_VIEWS.find((view) => view === rest[0]);
  const [kind = "", name, place] = named === undefined ? rest : rest.slice(1);
  const at = placeOf(place);
  const number = /^r(\d+)$/.exec(kind)?.[1];
  const cell =
    number === undefined || !name
      ? null
      : { round: Number(number), debater: name, ...(at === null ? {} : { at }) };
  const route: Route = { screen: "debate", id, view: named ?? "debate", cell };
  return kind === "text" && name !== undefined && at !== null
    ? { ...route, passage: { document: name, at } }
    : route;
}

/** "12-40" is the passage from the 13th to the 40th character. */
function placeOf(part: string | undefined): [number, number] | null {
  const numbers = /^(\d{1,9})-(\d{1,9})$/.exec(part ?? "");
  return numbers ? [Number(numbers[1]), Number(numbers[2])] : null;
}

function filtersFrom(query: URLSearchParams): RunFilters {
  return {
    search: query.get("search") ?? "",
    status: query.get("status") ?? "",
    doubtful: query.get("doubtful") === "1",
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
