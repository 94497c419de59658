const MARKS = /(<!-- clients -->\n)[^]*?(<!-- \/clients -->)/;

/** A page with the saved table of clients between its marks. */
export function withClients(page: string, table: string): string {
  return page.replace(MARKS, (_, open: string, close: string) => `${open}\n${table}\n${close}`);
}
