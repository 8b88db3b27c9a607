import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { textAnswer } from "../measure/anthropic-wire.ts";
import { COX, withKey } from "../measure/cox.ts";
import { FRAME, NEW_SESSION, openScreen, SCREEN_MODES } from "../measure/cox-screen.ts";
import type { Line } from "../measure/line.ts";
import { median } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import { terminalProcess } from "../measure/terminal-process.ts";
import type { Row } from "./row.ts";

const ENTRIES = 100_000;

/** The first frame of an interactive session in a pseudo-terminal: of a new one, and of long ones. Linux only. */
export const screenStart: Row = async ({ times }) => {
  if (process.platform !== "linux") return [];
  await using folder = await temporaryFolder();
  await using server = await providerServer(() => textAnswer(["Ahoy."]));
  const environment = withKey(server.url, folder.path);
  const sessions = join(folder.path, "data", "sessions");
  const project = async (name: string, ...shape: readonly string[]): Promise<string> => {
    const path = join(folder.path, name);
    await mkdir(path);
    if (shape.length > 0) await runProgram([program("write-session"), sessions, path, name, ...shape]);
    return path;
  };
  const fresh = await project("fresh");
  const compacted = await project("compacted", String(ENTRIES), "500", "compaction");
  const whole = await project("whole", String(ENTRIES), "500", "no-compaction");
  const cpu: number[] = [];
  const paint =
    (mode: (typeof SCREEN_MODES)[number], cwd: string, ...options: readonly string[]) =>
    async (): Promise<number> => {
      await using terminal = openScreen(mode, cwd, environment, options);
      const shown = await terminal.shows(FRAME);
      if (cwd === fresh) cpu.push(terminal.usage().cpuMs);
      // A regular exit saves the compiled code of the first start.
      await terminal.leave();
      return shown;
    };
  const empty = async (): Promise<number> => {
    await using terminal = terminalProcess([program("empty")], {});
    return await terminal.ended;
  };
  const unread = await rotate(times, { inline: paint("inline", whole, "-c"), full: paint("full", whole, "-c") });
  // The first open of a session that another program wrote reads all of it, and its first run writes a checkpoint.
  for (const cwd of [compacted, whole]) await runProgram([COX, "-p", "Go.", "--cwd", cwd, "-c"], environment);
  const paints = await rotate(times * 2, {
    empty,
    inline: paint("inline", fresh, ...NEW_SESSION),
    full: paint("full", fresh, ...NEW_SESSION),
    compactedInline: paint("inline", compacted, "-c"),
    compactedFull: paint("full", compacted, "-c"),
    wholeInline: paint("inline", whole, "-c"),
    wholeFull: paint("full", whole, "-c"),
  });
  const opened = (what: string, ours: readonly number[], bare: readonly number[], atMost?: number): Line => ({
    what: `${what}, beside a new one`,
    unit: "ms",
    ours: median(ours),
    bare: median(bare),
    ...(atMost === undefined ? {} : { target: { of: "ratio", atMost } }),
  });
  const ofModes = SCREEN_MODES.flatMap((mode): readonly Line[] => [
    {
      what: `first frame of ${mode}, beside an empty script`,
      unit: "ms",
      ours: median(paints[mode]),
      bare: median(paints.empty),
      target: { of: "ratio", atMost: 2.5 },
    },
    opened(
      `the same of a session of 100,000 entries that was compacted`,
      mode === "inline" ? paints.compactedInline : paints.compactedFull,
      paints[mode],
      1.2,
    ),
    opened(`the same of a whole session of 100,000 entries`, mode === "inline" ? paints.wholeInline : paints.wholeFull, paints[mode], 1.2),
    opened(`the same before it has a checkpoint`, unread[mode], paints[mode]),
  ]);
  return [...ofModes, { what: "CPU to the first frame of a new session", unit: "ms", ours: median(cpu) }];
};
