declare module "*.css";

/** Path of the template for a shared file, next to the page's own files. */
declare const SHARE_TEMPLATE: string;
