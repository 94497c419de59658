import { escaped, troublePage } from "./trouble-page.ts";

/**
 * What a browser shows at an address without a page, for example behind a proxy that adds a prefix.
 */
export function wrongPathPage(path: string): string {
  const prefix = escaped(path.replace(/\/+$/, "") || "/");
  return troublePage(
    "no page here",
    `<h1>rostrum has no page at ${escaped(path)}</h1>
<p>The page is at the root of this server. If a proxy passes on <code>${prefix}</code> as part of every address,
start the server with <code>--base-path ${prefix}</code>, or let the proxy strip it.</p>`,
  );
}
