type Pasted = Pick<DataTransfer, "getData"> & { files: Iterable<File> };

/**
 * Returns pasted files. Null for text, which the field handles itself. Text counts unless it contains a file's name:
 * spreadsheets add a picture of the copied cells to their text, and file managers add the file's name as text.
 */
export function readPastedFiles(pasted: Pasted | null): File[] | null {
  const files = [...(pasted?.files ?? [])];
  const text = pasted?.getData("text/plain").trim() ?? "";
  const isText = text !== "" && !files.some(({ name }) => text.includes(name));
  return files.length === 0 || isText ? null : files;
}
