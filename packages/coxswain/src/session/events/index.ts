export type { CompactionEvent } from "./compaction-event.ts";
export type { Durability } from "./durability.ts";
export type { EventOf, EventReader, ReadingOptions } from "./event-reader.ts";
export { EventStream, pastEvents } from "./event-stream.ts";
export type { Event, SessionEvent } from "./event.ts";
export type { HookBlockEvent } from "./hook-block-event.ts";
export { SessionJournal } from "./journal.ts";
export type { Upstream } from "./upstream.ts";
export type { PrefixEvent, PrefixReason } from "./prefix-event.ts";
