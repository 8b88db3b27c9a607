export { originOf, reaching } from "./asked-host.ts";
export { field, listIn, textIn } from "./json-fields.ts";
export type { SearchProvider, SearchResult } from "./search-provider.ts";
export { SEARCH_PROVIDERS } from "./search-providers.ts";
