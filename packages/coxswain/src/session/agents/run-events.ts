import type { EventOrigin, AgentRunEvent } from "../../loop/index.ts";
import type { Event, EventOf } from "../../journal/index.ts";

const OF_RUNS: Readonly<Record<AgentRunEvent["type"], true>> = {
  run_start: true,
  run_end: true,
  turn_start: true,
  turn_end: true,
  message_start: true,
  message_delta: true,
  part_end: true,
  message_end: true,
  message_discard: true,
  tool_call: true,
  tool_start: true,
  tool_progress: true,
  tool_end: true,
  queue_change: true,
  usage: true,
  warning: true,
  entry: true,
};

const isOfRun = (event: Event): event is EventOf<AgentRunEvent["type"]> => event.type in OF_RUNS;

/** Those of a session's events that the loop knows. They are read from the call on, and not only from the first `next`. */
export const runEvents = (source: AsyncIterable<Event>): AsyncIterator<EventOrigin & AgentRunEvent> => {
  const events = source[Symbol.asyncIterator]();
  return {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (done === true) return { value: undefined, done };
        if (isOfRun(value)) return { value, done: false };
      }
    },
    async return() {
      await events.return?.();
      return { value: undefined, done: true };
    },
  };
};
