declare module "*.css";

/** The path of the template of a shared file, next to the page's own files. */
declare const SHARE_TEMPLATE: string;
