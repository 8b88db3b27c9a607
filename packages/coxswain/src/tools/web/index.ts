export { assertReachable } from "./assert-reachable.ts";
export { contentType } from "./content-type.ts";
export { fetchPage } from "./fetch-page.ts";
export { getting } from "./get.ts";
export { readBody } from "./read-body.ts";
export type { WebOptions } from "./web-options.ts";
