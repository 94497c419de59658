/** Names the feature in errors of runtimes that lack a module of Node. */
export const NEEDED_BY = "a command: model";
