import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { COX, withKey } from "../measure/cox.ts";
import type { Line } from "../measure/line.ts";
import { median } from "../measure/median.ts";
import { type PacedAnswer, pacedServer } from "../measure/paced-server.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import { terminalProcess, type TerminalProcess } from "../measure/terminal-process.ts";
import type { Row } from "./row.ts";

const LINES = 100_000;
/** Lines of one answer of the long transcript. */
const ANSWER_LINES = 5000;
const STREAM_SECONDS = 12;
const IDLE_SECONDS = 20;
/** Only what the row measures. */
const NEW = ["--no-titles", "--no-compaction"];
const MODES = ["inline", "full"] as const;
/** The footer, which is in the first frame. */
const READY = /claude-sonnet[^\n]*ask/;
/** Characters that neither answers nor the screen have, so that their first occurrence is the echo of a key. */
const KEYS = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x0400 + at));

/** The interactive screen in a pseudo-terminal: its start, its idle time, and long transcripts. Linux only. */
export const screen: Row = async ({ times }) => {
  if (process.platform !== "linux") return [];
  await using folder = await temporaryFolder();
  let next: PacedAnswer = { deltas: ["Ahoy."] };
  await using server = await pacedServer(() => next);
  const environment = withKey(server.url, folder.path);
  const sessions = join(folder.path, "data", "sessions");
  const projects = await Promise.all(["fresh", "compacted", "whole"].map((name) => project(folder.path, name)));
  const [fresh = "", compacted = "", whole = ""] = projects;
  await runProgram([program("write-session"), sessions, compacted, "compacted", String(LINES), "500", "compaction"]);
  await runProgram([program("write-session"), sessions, whole, "whole", String(LINES), "200", "no-compaction"]);

  const open = (cwd: string, ...more: readonly string[]): TerminalProcess => terminalProcess([COX, "--cwd", cwd, ...more], environment);
  const paint =
    (cwd: string, ...more: readonly string[]) =>
    async (): Promise<number> => {
      await using terminal = open(cwd, ...more);
      const shown = await terminal.shows(READY);
      // A regular exit saves the compiled code of the first start.
      await terminal.leave();
      return shown;
    };
  const empty = async (): Promise<number> => {
    await using terminal = terminalProcess([program("empty")], {});
    return await terminal.ended;
  };

  const paints = await rotate(times, {
    empty,
    inline: paint(fresh, ...NEW, "--screen", "inline"),
    full: paint(fresh, ...NEW, "--screen", "full"),
    compacted: paint(compacted, "--screen", "inline", "-c"),
    compactedFull: paint(compacted, "--screen", "full", "-c"),
    whole: paint(whole, "--screen", "inline", "-c"),
  });
  const paintOf = (name: keyof typeof paints): number => median(paints[name]);
  const lines: Line[] = [
    ...MODES.map((mode): Line => ({
      what: `first frame of ${mode}, beside an empty script`,
      unit: "ms",
      ours: paintOf(mode),
      bare: paintOf("empty"),
      target: { of: "ratio", atMost: 2.5 },
    })),
    opened(
      "a session of 100,000 entries that was compacted, first frame of inline, beside a new one",
      paintOf("compacted"),
      paintOf("inline"),
    ),
    opened("the same, of full", paintOf("compactedFull"), paintOf("full")),
    opened("a whole session of 100,000 entries, first frame of inline, beside a new one", paintOf("whole"), paintOf("inline")),
  ];
  for (const mode of MODES) {
    await using terminal = open(fresh, ...NEW, "--screen", mode);
    await terminal.shows(READY);
    // The launcher saves compiled code after three seconds, and the garbage collector runs in pauses.
    await setTimeout(15_000);
    const idle = await cpuShare(terminal, IDLE_SECONDS);
    for (let line = 0; line < LINES; line += ANSWER_LINES) {
      next = { deltas: paragraphs(line, ANSWER_LINES) };
      await terminal.type("Fill.\r", new RegExp(`END ${line}\\b`));
      // The run ends after its last row.
      await setTimeout(500);
    }
    const at = async (rate: number) => {
      next = { deltas: words(rate * (STREAM_SECONDS + 4)), rate };
      await terminal.type("Stream.\r", /Writing/);
      await setTimeout(1000);
      const measured = cpuShare(terminal, STREAM_SECONDS);
      const keys: number[] = [];
      for (const key of KEYS) {
        keys.push(await terminal.type(key, new RegExp(key, "u")));
        await setTimeout(137);
      }
      const share = await measured;
      await terminal.type("\u0015\u001b", /Interrupted/);
      return { share, key: keys.toSorted((a, b) => a - b)[Math.floor(keys.length * 0.95)] ?? Number.NaN };
    };
    // The lines came in seconds instead of hours: the garbage collector runs in pauses.
    await setTimeout(10_000);
    const slow = await at(200);
    const { residentMB } = terminal.usage();
    const fast = await at(2000);
    lines.push(
      { what: `${mode}, idle, CPU of a second`, unit: "ms", ours: idle * 1000, target: { of: "ours", atMost: 1 } },
      {
        what: `${mode}, 200 deltas/s at 100,000 lines, CPU of a second`,
        unit: "ms",
        ours: slow.share * 1000,
        target: { of: "ours", atMost: 120 },
      },
      { what: `${mode}, the same, echo of a key (p95)`, unit: "ms", ours: slow.key, target: { of: "ours", atMost: 10 } },
      { what: `${mode}, the same, memory`, unit: "MB", ours: residentMB, target: { of: "ours", atMost: 110 } },
      {
        what: `${mode}, 2,000 deltas/s beside 200, CPU of a second`,
        unit: "ms",
        ours: fast.share * 1000,
        bare: slow.share * 1000,
        target: { of: "ratio", atMost: 1.5 },
      },
    );
  }
  return lines;
};

const project = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(path);
  return path;
};

const opened = (what: string, ours: number, bare: number): Line => ({
  what,
  unit: "ms",
  ours,
  bare,
  target: { of: "ratio", atMost: 1.2 },
});

/** CPU time of all threads, as a share of one core. */
const cpuShare = async (terminal: TerminalProcess, seconds: number): Promise<number> => {
  const before = terminal.usage().cpuMs;
  const started = performance.now();
  await setTimeout(seconds * 1000);
  return (terminal.usage().cpuMs - before) / (performance.now() - started);
};

/** Paragraphs of one row each, and some code. */
const paragraphs = function* (from: number, count: number): Generator<string> {
  for (let line = from; line < from + count; line += 2) yield `line ${line} of a long transcript, with a few more words in it\n\n`;
  yield `END ${from}`;
};

/** Deltas of about five characters, in paragraphs. */
const words = function* (count: number): Generator<string> {
  for (let word = 0; word < count; word++) yield word % 60 === 59 ? ".\n\n" : `wo${word % 100} `;
};
