import { parseRoute, type Route } from "@rostrum/page";

/** The screens of the playground. A debate has the same addresses as on the server's page. */
export type PlaygroundRoute =
  | { screen: "ask" | "arms" | "models" | "open" }
  | { screen: "shared"; packed: string }
  | Extract<Route, { screen: "debate" }>
  | { screen: "lost" };

const NAMED = ["arms", "models", "open"] as const;

/** Parses the part of the address after the `#`. */
export function parsePlaygroundRoute(hash: string): PlaygroundRoute {
  // Programs that forward a link may escape its slashes, even twice.
  const path = hash.replaceAll(/%(?:25)*2f/gi, "/").replace(/^#?\/?/, "");
  const packed = /^r\/(.*)$/s.exec(path)?.[1];
  if (packed !== undefined) return { screen: "shared", packed };
  const named = NAMED.find((name) => name === path);
  if (named !== undefined) return { screen: named };
  const route = parseRoute(hash);
  if (route.screen === "debate" || route.screen === "lost") return route;
  return { screen: route.screen === "ask" ? "ask" : "lost" };
}
