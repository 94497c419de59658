declare module "*.css";

/** Where the template of a shared file stands, beside the page's own files. */
declare const SHARE_TEMPLATE: string;
