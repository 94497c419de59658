import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Problem, debateHref } from "@rostrum/page";
import { narrowTo, reachableHost } from "../../models/narrow.ts";
import {
  checkKey,
  findLocalHome,
  type Provider,
  type ProviderName,
  PROVIDERS,
} from "../../models/providers.ts";
import { Choice, Figure } from "../../parts/fields.tsx";
import { describeError } from "../../describe-error.ts";

interface Form {
  provider: ProviderName;
  baseUrl: string;
  key: string;
  models: string;
  question: string;
  rounds: number;
  calls: number;
}

/** Contents of the form, kept in memory only because of the key. */
let storedForm: Form = {
  provider: "openai",
  baseUrl: PROVIDERS.local.baseUrl,
  key: "",
  models: Array.from({ length: 3 }, () => PROVIDERS.openai.example).join("\n"),
  question: "",
  rounds: 1,
  calls: 12,
};

const TITLES = Object.fromEntries(
  Object.entries(PROVIDERS).map(([name, { title }]) => [name, title]),
) as Record<ProviderName, string>;

/** Form for a debate among a provider's models, with the visitor's own key. */
export function ModelsScreen(): VNode {
  const [form, setForm] = useState(storedForm);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const local = form.provider === "local";
  const narrowed = reachableHost();
  const change = (changes: Partial<Form>): void => {
    storedForm = { ...storedForm, ...changes };
    setForm(storedForm);
  };
  const pick = (provider: ProviderName): void => {
    const { example }: Provider = PROVIDERS[provider];
    change({ provider, key: "", models: Array.from({ length: 3 }, () => example).join("\n") });
  };

  async function start(event: Event): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const home = local ? findLocalHome(form.baseUrl) : PROVIDERS[form.provider].baseUrl;
      const models = listModels(form.models);
      if (form.question.trim() === "") throw new Error("Type a question.");
      const key = checkKey(form.key);
      if (!local && key === "") throw new Error("Enter a key.");
      if (narrowed !== null && narrowed !== new URL(home).origin) {
        throw new Error(
          `This page can reach only ${narrowed} until it is reloaded. Reload it to use another host.`,
        );
      }
      const { debateWithKey } = await import("../../models/debate-with-key.ts");
      narrowTo(home);
      const id = await debateWithKey({ ...form, baseUrl: home, models, key });
      location.hash = debateHref(id);
    } catch (thrown) {
      setError(describeError(thrown));
      setBusy(false);
    }
  }

  return (
    <form class="play" onSubmit={(event) => void start(event)} autoComplete="off">
      <h1>A debate among your own models</h1>
      <p>
        Your browser calls the provider itself. The key stays in the memory of this tab until you
        close or reload it; it is not stored, and it is sent to the provider's host only. After the
        first call, this page can reach no other host until it is reloaded.
      </p>
      <div class="play-settings">
        <Choice label="Provider" options={TITLES} value={form.provider} pick={pick} />
        {local && (
          <label>
            Address
            <input
              type="url"
              value={form.baseUrl}
              onInput={({ currentTarget }) => change({ baseUrl: currentTarget.value })}
            />
          </label>
        )}
        <label>
          Key{local ? ", if it needs one" : ""}
          <input
            type="password"
            autoComplete="off"
            spellcheck={false}
            value={form.key}
            onInput={({ currentTarget }) => change({ key: currentTarget.value })}
          />
        </label>
      </div>
      {narrowed !== null && (
        <p class="dim small">
          This page can reach only {narrowed}.{" "}
          <button type="button" class="quiet" onClick={() => location.reload()}>
            Reload to use another provider
          </button>
        </p>
      )}
      <label>
        Models, one per line: two to nine
        <textarea
          rows={3}
          spellcheck={false}
          value={form.models}
          onInput={({ currentTarget }) => change({ models: currentTarget.value })}
        />
      </label>
      <label>
        Question
        <textarea
          rows={3}
          maxLength={20_000}
          value={form.question}
          onInput={({ currentTarget }) => change({ question: currentTarget.value })}
        />
      </label>
      <div class="play-settings">
        <Figure name="rounds" settings={form} change={change} />
        <Figure name="calls" settings={form} change={change} />
      </div>
      <p class="play-buttons">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? "Starting…" : "Start the debate"}
        </button>
        {form.key !== "" && (
          <button type="button" onClick={() => change({ key: "" })}>
            Forget the key
          </button>
        )}
      </p>
      {error && <Problem>{error}</Problem>}
    </form>
  );
}

/** Splits model names by lines or commas. */
function listModels(text: string): string[] {
  const models = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (models.length >= 2 && models.length <= 9) return models;
  throw new Error(`Expected two to nine models, one per line, got ${models.length}.`);
}
