/** The address of a place on the page, such as `/d/<id>`; `null` if the server doesn't know its own. */
export function formatPageLink(publicUrl: string | undefined, place: string): string | null {
  return publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, "")}/#${place}`;
}
