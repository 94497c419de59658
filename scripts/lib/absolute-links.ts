/**
 * A page of the repository as it can be read elsewhere: links to files of the repository become addresses.
 * Images need the address of the file itself, links that of the page that shows it. `at` is a branch or a tag.
 */
export function absoluteLinks(markdown: string, repository: string, at = "HEAD"): string {
  const home = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  return markdown.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, image, words, target) => {
    if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(target as string)) return whole;
    const path = (target as string).replace(/^\.\//, "");
    const address = `${home}/${image === "!" ? "raw" : "blob"}/${at}/${path}`;
    return `${image}[${words}](${address})`;
  });
}
