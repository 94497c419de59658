/** Message for users who may read debates but not decide them. */
export function needsReviewer(debates: string, them: string): string {
  return `You can read ${debates}. Deciding ${them} needs the role “reviewer”: ask the server's admin.`;
}
