type Pasted = Pick<DataTransfer, "getData"> & { files: Iterable<File> };

/**
 * Files that were pasted; `null` if it was text, which the field takes itself. Spreadsheets add a picture of
 * the copied cells to their text, and file managers add the file's name as a text.
 */
export function readPastedFiles(pasted: Pasted | null): File[] | null {
  const files = [...(pasted?.files ?? [])];
  const text = pasted?.getData("text/plain").trim() ?? "";
  const isText = text !== "" && !files.some(({ name }) => text.includes(name));
  return files.length === 0 || isText ? null : files;
}
