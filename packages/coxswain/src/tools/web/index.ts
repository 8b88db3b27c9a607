export { assertReachable } from "./safe-lookup.ts";
export { contentType } from "./content-type.ts";
export { fetchPage } from "./fetch-page.ts";
export { withResponse } from "./get.ts";
export { readBody } from "./read-body.ts";
export type { WebOptions } from "./safe-lookup.ts";
