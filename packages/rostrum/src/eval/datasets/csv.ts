/** Rows of a CSV file with a header line, quoted fields and line breaks inside quotes. */
export function parseCsv(text: string): { line: number; row: Record<string, string> }[] {
  const [header, ...rest] = splitRecords(text);
  if (!header) return [];
  return rest.map(({ line, fields }) => ({
    line,
    row: Object.fromEntries(header.fields.map((name, at) => [name, fields[at] ?? ""])),
  }));
}

/** A field: what stands in quotes, what follows, and what ends it. */
const FIELD = /("[^"]*(?:""[^"]*)*"?)?([^,\n]*)(,|\n|$)/gy;

function splitRecords(text: string): { line: number; fields: string[] }[] {
  const records: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  for (const [found, quoted = "", rest = "", end] of text.matchAll(FIELD)) {
    const inside = quoted.replace(/^"|"$/g, "").replaceAll('""', '"');
    fields.push(inside + rest.replaceAll("\r", ""));
    line += found.split("\n").length - 1;
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") records.push({ line: start, fields });
    fields = [];
    start = line;
  }
  return records;
}
