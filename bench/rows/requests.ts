import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const SHORT = 100;
const LONG = 100_000;
const TURNS = 200;
/** Turns whose requests are written to bytes: at entry 100,000 each has about 30 MB. */
const WRITTEN = 8;

/** In microseconds, medians of one session's turns. */
interface Requests {
  readonly built: number;
  readonly taken: number;
}

/**
 * A turn's request in a session of 100,000 entries, beside one in a session of 100. Building covers the log's views,
 * the projection and the session's checks. Writing it for the provider grows with its length.
 */
export const requests: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const sessions = join(folder.path, "sessions");
  let number = 0;
  const write = async (entries: number, ending = ""): Promise<string> => {
    const id = `session-${entries}-${number++}`;
    const cwd = join(folder.path, id);
    await mkdir(cwd);
    await runProgram([program("write-session"), sessions, cwd, id, String(entries), "200", ending]);
    return id;
  };
  const turnsOf = async (id: string, turns: number, way: "process" | "wire"): Promise<Requests> =>
    JSON.parse((await runProgram([program("request"), sessions, id, String(turns), way])).stdout) as Requests;
  // A long session hardly grows with each measurement; a short one would.
  const long = await write(LONG);
  const compacted = await write(LONG, "compaction");
  const found = await rotate(times, {
    short: async () => turnsOf(await write(SHORT), TURNS, "process"),
    long: () => turnsOf(long, TURNS, "process"),
    compacted: () => turnsOf(compacted, TURNS, "process"),
    shortWritten: async () => turnsOf(await write(SHORT), WRITTEN, "wire"),
    longWritten: () => turnsOf(long, WRITTEN, "wire"),
  });
  return [
    {
      what: "a request built at entry 100,000, beside one at entry 100",
      unit: "us",
      ours: medianOf(found.long, ({ built }) => built),
      bare: medianOf(found.short, ({ built }) => built),
      target: { of: "ratio", atMost: 1.5 },
    },
    {
      what: "the same where it was compacted shortly before",
      unit: "us",
      ours: medianOf(found.compacted, ({ built }) => built),
      bare: medianOf(found.short, ({ built }) => built),
      target: { of: "ratio", atMost: 1.5 },
    },
    {
      what: "a request at entry 100,000 written for its provider: 30 MB, beside 50 KB",
      unit: "us",
      ours: medianOf(found.longWritten, ({ taken }) => taken),
      bare: medianOf(found.shortWritten, ({ taken }) => taken),
    },
  ];
};
