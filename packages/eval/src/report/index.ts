export { compareReports } from "./compare.ts";
export { reportHtml } from "./html.ts";
export { reportJson, type Snapshot } from "./json.ts";
export { comparisonTable, reportTable } from "./table.ts";
