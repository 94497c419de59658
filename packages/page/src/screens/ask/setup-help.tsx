import type { VNode } from "preact";
import type { PanelSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";

/** Steps for setting up language models. Null if a panel of them is ready. */
export function SetupHelp({
  panels,
  ask,
}: {
  panels: readonly PanelSummary[];
  ask(question: string, panel: string): void;
}): VNode | null {
  if (panels.length === 0 || panels.some((panel) => isReady(panel) && !isDemo(panel))) return null;
  const waiting = panels.filter((panel) => panel.missing.length > 0);
  const demo = panels.find(isDemo);
  const sum = "What is 17 * 23?";
  return (
    <section class="notice setup" aria-label="Setting up">
      <strong>
        {waiting.length === 0
          ? "Only the demo panel is set up"
          : "No panel of language models is ready"}
      </strong>
      {waiting.map(({ name, missing }) => (
        <p>
          {escapeInvisible(name)}: {escapeInvisible(missing.join(" "))}
        </p>
      ))}
      <ol>
        <li>
          Set a provider's key where the server runs, as a variable or in <code>.env</code>:{" "}
          <code>ANTHROPIC_API_KEY</code>, <code>OPENAI_API_KEY</code>, <code>GEMINI_API_KEY</code>{" "}
          or another. Or start a local server such as Ollama.
        </li>
        {waiting.length === 0 && (
          <li>
            Run <code>rostrum init</code> there. It writes a config with panels of the models that
            it finds.
          </li>
        )}
        <li>
          Start <code>rostrum serve</code> again, and reload this page.
        </li>
      </ol>
      {demo && (
        <p>
          Until then, the demo panel answers sums, without a key and for free.{" "}
          <button type="button" onClick={() => ask(sum, demo.name)}>
            Try “{sum}”
          </button>
        </p>
      )}
    </section>
  );
}

function isReady({ missing }: PanelSummary): boolean {
  return missing.length === 0;
}

/** Returns true if all members are the small networks that come with the package. */
function isDemo({ members }: PanelSummary): boolean {
  return members.every(({ model }) => model.startsWith("embedded"));
}
