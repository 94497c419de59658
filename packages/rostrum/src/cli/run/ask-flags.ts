/** The flags of `ask` that are no options of a config. */
export interface AskFlags {
  file?: string;
  context?: string[];
  schema?: string;
  panel?: string;
  config?: string;
  json?: boolean;
  events?: boolean;
  dryRun?: boolean;
  full?: boolean;
  raw?: boolean;
  plain?: boolean;
  quiet?: boolean;
  id?: string;
  resume?: string;
  /** A path, or `false` for `--no-journal`; commander makes it `true` when neither is given. */
  journal?: string | boolean;
}
