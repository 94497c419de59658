const MARKS = /(<!-- clients -->\n)[^]*?(<!-- \/clients -->)/;

/** A page with the saved table of clients between its marks, without padding. */
export function withClients(page: string, table: string): string {
  const tight = table.replaceAll(/ ?\| ?/g, "|");
  return page.replace(MARKS, (_, open: string, close: string) => `${open}\n${tight}\n${close}`);
}
