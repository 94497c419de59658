/** Copies a text to the clipboard, also without TLS, where browsers offer no `navigator.clipboard`. */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) return await clipboard.writeText(text);
  } catch {
    // The clipboard may be forbidden and a selection still work.
  }
  if (!copySelected(text))
    throw new Error("This browser doesn't let the page copy. Select the text and copy it.");
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  // Deprecated, but the only way without TLS.
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
