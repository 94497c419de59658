import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { keepUnits } from "../text/keep-units.ts";

/** Names of the debaters behind labels such as "Debater A". */
export type DebaterNames = ReadonlyMap<string, string>;

/** Matches "Debater B" and "Debaters A, C and D". */
const LABELS =
  /\b[Dd]ebater [A-Z]{1,2}\b|\b[Dd]ebaters [A-Z]{1,2}(?:(?:, and |, or |, | and | or | & |\/)[A-Z]{1,2})*\b/g;

/** A piece of text. If it has a name, it is that debater's label. */
export interface NamedPiece {
  text: string;
  name: string | null;
}

/** Splits a text at the labels of debaters. */
export function splitAtLabels(text: string, names: DebaterNames): NamedPiece[] {
  if (names.size === 0) return [{ text, name: null }];
  const pieces: NamedPiece[] = [];
  let at = 0;
  const label = (from: number, to: number, letter: string): void => {
    const name = names.get(`Debater ${letter}`);
    if (name === undefined) return;
    if (from > at) pieces.push({ text: text.slice(at, from), name: null });
    pieces.push({ text: text.slice(from, to), name });
    at = to;
  };
  for (const { 0: labelText, index } of text.matchAll(LABELS)) {
    const letters = [...labelText.matchAll(/\b[A-Z]{1,2}\b/g)];
    const single = letters.length === 1;
    for (const { 0: letter, index: place } of letters) {
      const from = single ? index : index + place;
      label(from, index + place + letter.length, letter);
    }
  }
  if (at < text.length) pieces.push({ text: text.slice(at), name: null });
  return pieces;
}

/** Renders plain text, with names for the debaters' labels in it. */
export function renderWithNames(
  text: string,
  names: DebaterNames | undefined,
  set: (text: string) => string = keepUnits,
): ComponentChildren {
  if (names === undefined || names.size === 0) return set(text);
  return splitAtLabels(text, names).map(({ text: piece, name }) =>
    name === null ? set(piece) : <DebaterLabel label={piece} name={escapeInvisible(name)} />,
  );
}

/** A label with its name in `DebaterTip`. Screen readers read both. */
function DebaterLabel({ label, name }: { label: string; name: string }): VNode {
  return (
    <span class="who" tabIndex={0} data-name={name}>
      {label}
      <span class="hidden"> ({name})</span>
    </span>
  );
}

const SHOWING = ["pointerover", "focusin", "click"] as const;

/** Shows the name behind a label on hover, focus or touch. One per page is enough. */
export function DebaterTip(): VNode {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let label: HTMLElement | null = null;
    const show = ({ target }: Event): void => {
      label = target instanceof Element ? target.closest<HTMLElement>(".who") : null;
      if (tip.current) showAt(tip.current, label);
    };
    // Follows the label while the page scrolls.
    const move = (): void => {
      const isStillActive = label?.matches(":hover, :focus") ?? false;
      if (tip.current && label) showAt(tip.current, isStillActive ? label : null);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !tip.current?.matches(":popover-open")) return;
      // Escape closes only this.
      event.preventDefault();
      showAt(tip.current, null);
    };
    for (const type of SHOWING) document.addEventListener(type, show);
    document.addEventListener("keydown", escape);
    document.addEventListener("scroll", move, { passive: true, capture: true });
    return () => {
      for (const type of SHOWING) document.removeEventListener(type, show);
      document.removeEventListener("keydown", escape);
      document.removeEventListener("scroll", move, { capture: true });
    };
  }, []);
  // Uses the top layer, because the frames around models' texts clip their content.
  return <div class="who-tip" popover="manual" aria-hidden="true" ref={tip} />;
}

function showAt(tip: HTMLElement, label: HTMLElement | null): void {
  const open = tip.matches(":popover-open");
  if (!label) {
    if (open) tip.hidePopover();
    return;
  }
  tip.textContent = label.dataset["name"] ?? "";
  if (!open) tip.showPopover();
  const place = label.getClientRects()[0] ?? label.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(place.left, innerWidth - width - 8));
  const above = place.top - height - 4;
  tip.style.left = `${left}px`;
  tip.style.top = `${above < 4 ? place.bottom + 4 : above}px`;
}
