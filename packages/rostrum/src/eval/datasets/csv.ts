/** Rows of a CSV file with a header line, quoted fields and line breaks inside quotes. */
export function parseCsv(text: string): { line: number; row: Record<string, string> }[] {
  const [header, ...rest] = splitRecords(text);
  if (!header) return [];
  return rest.map(({ line, fields }) => ({
    line,
    row: Object.fromEntries(header.fields.map((name, at) => [name, fields[at] ?? ""])),
  }));
}

function splitRecords(text: string): { line: number; fields: string[] }[] {
  const records: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let field = "";
  let quoted = false;
  let line = 1;
  let start = 1;
  const endRecord = (): void => {
    fields.push(field);
    if (fields.length > 1 || field !== "") records.push({ line: start, fields });
    fields = [];
    field = "";
    start = line;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") line += 1;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === ",") {
      fields.push(field);
      field = "";
    } else if (char === "\n") endRecord();
    else if (char !== "\r") field += char;
  }
  endRecord();
  return records;
}
