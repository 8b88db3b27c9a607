import type { Event } from "../journal/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { type BusEvent, busEvent, SOURCE_EVENTS } from "./bus-event.ts";

export interface BusOptions<Type extends BusEvent["type"] = BusEvent["type"]> {
  /** Default: all. */
  readonly types?: readonly Type[];
  /** Id of the session to read. Default: all sessions. */
  readonly session?: string;
  /**
   * Maximum number of unread events. Beyond it, deltas and progress events are dropped and counted; other events are
   * not. Default: no limit.
   */
  readonly buffer?: number;
}

export interface BusReader<Told extends BusEvent = BusEvent> extends AsyncIterable<Told> {
  /** Number of dropped events. */
  readonly dropped: number;
}

/** Events of a runtime's sessions, in a form for screen updates. */
export interface Bus {
  /**
   * Streams the events from the call until the runtime closes. A slow reader delays neither other readers nor the
   * sessions.
   */
  subscribe<Type extends BusEvent["type"] = BusEvent["type"]>(options?: BusOptions<Type>): BusReader<BusEventOf<Type>>;
}

type BusEventOf<Type extends BusEvent["type"]> = Extract<BusEvent, { readonly type: Type }>;

export const busOf = (runtime: Runtime): Bus => ({
  subscribe<Type extends BusEvent["type"]>({ types, session, buffer }: BusOptions<Type> = {}) {
    const requested = types === undefined ? undefined : new Set<BusEvent["type"]>(types);
    const isRequested = (event: BusEvent): event is BusEventOf<Type> => requested?.has(event.type) ?? true;
    // Filter by type first, so that other events do not fill the buffer.
    const events = runtime.events({ types: types?.map((type) => SOURCE_EVENTS[type]) ?? Object.values(SOURCE_EVENTS), session, buffer });
    return {
      get dropped() {
        return events.dropped;
      },
      [Symbol.asyncIterator]: () => picked(events, isRequested),
    };
  },
});

async function* picked<Told extends BusEvent>(
  events: AsyncIterable<Event>,
  isWanted: (told: BusEvent) => told is Told,
): AsyncGenerator<Told, void, undefined> {
  for await (const event of events) {
    const emitted = busEvent(event);
    if (emitted !== undefined && isWanted(emitted)) yield emitted;
  }
}
