import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, type Taken } from "../measure/run-program.ts";
import type { Row } from "./row.ts";

const DELTAS = 200_000;

const cpu = ({ cpuMs }: Taken): number => cpuMs;

/**
 * The cost of a session for each delta of the provider, without and with a reader, beside a loop that takes
 * them.
 */
export const ownDeltas: Row = async ({ times }) => {
  const run = (count: number, taker: string) => () => runAccounted([program("own-deltas"), String(count), taker]);
  const found = await rotate(times, {
    unread: run(DELTAS, "unread"),
    unreadNone: run(0, "unread"),
    read: run(DELTAS, "read"),
    readNone: run(0, "read"),
    bare: run(DELTAS, "bare"),
    bareNone: run(0, "bare"),
  });
  const each = (many: readonly Taken[], none: readonly Taken[]) => ((medianOf(many, cpu) - medianOf(none, cpu)) * 1000) / DELTAS;
  const bare = each(found.bare, found.bareNone);
  return [
    {
      what: "our own cost of a delta without a reader",
      unit: "us",
      ours: each(found.unread, found.unreadNone) - bare,
      target: { of: "ours", atMost: 1 },
    },
    {
      what: "our own cost of a delta, its event read",
      unit: "us",
      ours: each(found.read, found.readNone) - bare,
      target: { of: "ours", atMost: 1 },
    },
  ];
};
