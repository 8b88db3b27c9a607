import { brave } from "./brave.ts";
import { exa } from "./exa.ts";
import type { SearchProvider } from "./search-provider.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

/** Providers that `web_search` supports. */
export const SEARCH_PROVIDERS: readonly SearchProvider[] = [brave, exa, searxng, tavily];
