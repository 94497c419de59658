import { DEFAULTS, type Settings } from "../../runs/settings.ts";

interface Form {
  question: string;
  settings: Settings;
  slow: boolean;
}

/** Contents of the form, kept in memory. */
export const asking: { form: Form; drawn: number } = {
  form: { question: "What is 97*74*78+23*86*91?", settings: DEFAULTS, slow: true },
  drawn: 0,
};
