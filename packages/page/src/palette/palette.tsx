import type { VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useRights } from "../rights/rights.ts";
import { listPanels, listRuns } from "../api/endpoints.ts";
import { useLoaded } from "../feed/use-loaded.ts";
import { Icon } from "../parts/icon.tsx";
import { type Command, listCommands, listRunCommands } from "./commands.ts";

const ICONS = { "Go to": "next", Ask: "play", Do: "settings", Run: "clock" } as const;

const PAUSE_MS = 150;
const MAX_RUNS = 8;

/** Runs for the typed text. Those for the previous text stay until they arrive. */
interface RunMatches {
  typed: string;
  runs: Command[];
}

interface PaletteProps {
  label: string;
  /** Returns the text typed so far, and closes the dialog that received it. */
  takeTyped(): string;
  close(): void;
}

/** Search box for runs, panels, screens and actions. */
export function Palette({ label, takeTyped, close }: PaletteProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [selectedIndex, setSelectedIndex] = useState(0);
  const [found, setFound] = useState<RunMatches | null>(null);
  const [chosenEarly, setChosenEarly] = useState(false);
  const panels = usePanelNames();
  const listId = useId();
  const isAdmin = useRights()?.may("operate") ?? false;
  const named = listCommands(typed, panels ?? [], isAdmin);
  const commands = [...named, ...(found?.runs ?? [])];
  const current = commands[Math.min(selectedIndex, commands.length - 1)];
  const isComplete = panels !== null && found?.typed === typed;

  // A layout effect, so that no key is pressed between the two dialogs.
  useLayoutEffect(() => {
    const text = takeTyped();
    if (input.current) input.current.value = text;
    setTyped(text);
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    const showRuns = (runs: Command[]): void => {
      if (!leaving.signal.aborted) setFound({ typed, runs });
    };
    const searchRuns = (): void =>
      void listRuns({ search: typed.trim(), limit: MAX_RUNS }, leaving.signal).then(
        (page) => showRuns(listRunCommands(page.runs)),
        () => showRuns([]),
      );
    const timer = setTimeout(searchRuns, typed === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed]);
  useEffect(() => {
    document.getElementById(`${listId}-${selectedIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [selectedIndex]);
  useEffect(() => {
    if (!chosenEarly || !isComplete) return;
    setChosenEarly(false);
    choose(current);
  }, [chosenEarly, isComplete]);

  function choose(command: Command | undefined): void {
    if (!command) return;
    dialog.current?.close();
    command.run();
  }
  function handleKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setSelectedIndex((before) => (before + step + commands.length) % commands.length);
      setChosenEarly(false);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The first row may still be a run found for the previous text, so check it against the
      // current text.
      if (isComplete || selectedIndex > 0 || named.length > 0) choose(current);
      else setChosenEarly(true);
    }
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find"
      onClose={close}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${commands.indexOf(current)}`}
        placeholder={label}
        autofocus
        autoComplete="off"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setSelectedIndex(0);
          setChosenEarly(false);
        }}
        onKeyDown={handleKey}
      />
      <ul role="listbox" id={listId} aria-label="Found">
        {commands.map((command, index) => (
          <li
            role="option"
            id={`${listId}-${index}`}
            aria-selected={command === current}
            onPointerMove={() => setSelectedIndex(index)}
            onClick={() => choose(command)}
          >
            <span class="palette-kind dim small">
              <Icon name={ICONS[command.kind]} />
              {command.kind}
            </span>
            <span class="said">{command.label}</span>
            {command.note !== undefined && <span class="dim small said">{command.note}</span>}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p class="dim">{isComplete ? "Nothing found." : "Searching…"}</p>}
    </dialog>
  );
}

const NO_PANELS: string[] = [];

/** Null until the server has answered. Empty if it fails. */
function usePanelNames(): string[] | null {
  const { value, error } = useLoaded(listPanels, "panels");
  return value?.panels.map(({ name }) => name) ?? (error === null ? null : NO_PANELS);
}
