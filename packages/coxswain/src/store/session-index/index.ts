export type { EntryFacts, EntryReader, Speaker, Spending } from "./entry-facts.ts";
export type { IndexedSession, ListQuery } from "./list-sessions.ts";
export type { IndexedPrompt, PromptQuery } from "./list-prompts.ts";
export type { SearchHit, SearchQuery } from "./search-texts.ts";
export { indexOf, listWithoutIndex, type SessionIndex } from "./session-index.ts";
export type { UsageLine, UsageQuery, UsageReport, UsageSum } from "./usage-report.ts";
export type { IndexSource } from "./query-index.ts";
