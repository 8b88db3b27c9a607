import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { textAnswer } from "../measure/anthropic-wire.ts";
import { COX, withKey } from "../measure/cox.ts";
import type { Line } from "../measure/line.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const MESSAGES = 100_000;

/** Resuming long compacted sessions, beside a new one. Opening a whole one, beside reading and parsing its bytes. */
export const longSessions: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  await using server = await providerServer(() => textAnswer(["Ahoy", "."]));
  const environment = withKey(server.url, folder.path);
  const sessions = join(folder.path, "data", "sessions");

  const project = async (name: string): Promise<string> => {
    const path = join(folder.path, name);
    await mkdir(path);
    return path;
  };
  const write = async (name: string, ...shape: readonly string[]): Promise<string> => {
    const cwd = await project(name);
    await runProgram([program("write-session"), sessions, cwd, name, ...shape]);
    return cwd;
  };
  const fresh = await project("fresh");
  const compacted = await write("compacted", String(MESSAGES), "500", "compaction");
  const large = await write("large", "30000", "100000", "compaction");
  await write("whole", String(MESSAGES), "500");

  const cox = (cwd: string, ...more: readonly string[]) => [COX, "-p", "Go.", "--cwd", cwd, ...more];
  // The first open reads the whole file and writes a checkpoint.
  for (const cwd of [compacted, large]) await runProgram(cox(cwd, "-c"), environment);

  const walls = await rotate(times, {
    fresh: () => runProgram(cox(fresh), environment),
    compacted: () => runProgram(cox(compacted, "-c"), environment),
    large: () => runProgram(cox(large, "-c"), environment),
  });
  const peaks = await rotate(1, {
    compacted: () => runAccounted(cox(compacted, "-c"), environment),
    large: () => runAccounted(cox(large, "-c"), environment),
  });
  const whole = (await runProgram([program("session-path"), sessions, "whole"])).stdout.trim();
  const opened = await rotate(times, {
    ours: () => runProgram([program("open-session"), sessions, "whole"]),
    bare: () => runProgram([program("bare-read"), whole]),
  });

  const wall = ({ wallMs }: { readonly wallMs: number }): number => wallMs;
  const goneOnWith = (what: string, name: "compacted" | "large"): readonly Line[] => [
    {
      what: `${what}, continued, beside a new one`,
      unit: "ms",
      ours: medianOf(walls[name], wall),
      bare: medianOf(walls.fresh, wall),
      target: { of: "ratio", atMost: 2 },
    },
    { what: `${what}, peak memory`, unit: "MB", ours: medianOf(peaks[name], ({ peakMB }) => peakMB), target: { of: "ours", atMost: 120 } },
  ];
  return [
    ...goneOnWith("a session of 100,000 entries that was compacted", "compacted"),
    ...goneOnWith("a session of 1 GB that was compacted", "large"),
    {
      what: "a whole session of 100,000 entries, opened",
      unit: "ms",
      ours: medianOf(opened.ours, wall),
      bare: medianOf(opened.bare, wall),
      target: { of: "ratio", atMost: 2 },
    },
  ];
};
