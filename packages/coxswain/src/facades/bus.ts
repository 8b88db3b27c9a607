import type { Event } from "../journal/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { type BusEvent, busEvent, TOLD_FOR } from "./bus-event.ts";

export interface BusOptions<Type extends BusEvent["type"] = BusEvent["type"]> {
  /** Default: all. */
  readonly types?: readonly Type[];
  /** Id of the session whose events they are. Default: those of all. */
  readonly session?: string;
  /**
   * Events that may wait unread, beyond which deltas and progress are dropped and counted, and no other event is. Default: none
   * are dropped.
   */
  readonly buffer?: number;
}

export interface BusReader<Told extends BusEvent = BusEvent> extends AsyncIterable<Told> {
  /** How many were dropped so far. */
  readonly dropped: number;
}

/** What happens in a runtime's sessions, in words that a screen redraws itself by. */
export interface Bus {
  /** What happens from the call on, until the runtime is closed. Readers do not hold each other up, nor the sessions. */
  subscribe<Type extends BusEvent["type"] = BusEvent["type"]>(options?: BusOptions<Type>): BusReader<BusEventOf<Type>>;
}

type BusEventOf<Type extends BusEvent["type"]> = Extract<BusEvent, { readonly type: Type }>;

export const busOf = (runtime: Runtime): Bus => ({
  subscribe<Type extends BusEvent["type"]>({ types, session, buffer }: BusOptions<Type> = {}) {
    const wanted = types === undefined ? undefined : new Set<BusEvent["type"]>(types);
    const isWanted = (told: BusEvent): told is BusEventOf<Type> => wanted?.has(told.type) ?? true;
    // What is not wanted takes no place in the buffer.
    const events = runtime.events({ types: types?.map((type) => TOLD_FOR[type]) ?? Object.values(TOLD_FOR), session, buffer });
    return {
      get dropped() {
        return events.dropped;
      },
      [Symbol.asyncIterator]: () => picked(events, isWanted),
    };
  },
});

async function* picked<Told extends BusEvent>(
  events: AsyncIterable<Event>,
  isWanted: (told: BusEvent) => told is Told,
): AsyncGenerator<Told, void, undefined> {
  for await (const event of events) {
    const told = busEvent(event);
    if (told !== undefined && isWanted(told)) yield told;
  }
}
