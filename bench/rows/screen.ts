import { setTimeout } from "node:timers/promises";
import { withKey } from "../measure/cox.ts";
import { FRAME, NEW_SESSION, openScreen, SCREEN_MODES } from "../measure/cox-screen.ts";
import type { Line } from "../measure/line.ts";
import { type PacedAnswer, pacedServer } from "../measure/paced-server.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import { program } from "../measure/prepared-programs.ts";
import { type TerminalProcess, terminalProcess } from "../measure/terminal-process.ts";
import type { Row } from "./row.ts";

const LINES = 100_000;
/** Lines of one answer of the long transcript. */
const ANSWER_LINES = 5000;
const STREAM_SECONDS = 12;
const IDLE_SECONDS = 20;
/** Characters that neither answers nor the screen have, so that their first occurrence is the echo of a key. */
const KEYS = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x0400 + at));

/** The interactive screen in a pseudo-terminal: its idle time, and streams after 100,000 lines. Linux only. */
export const screen: Row = async () => {
  if (process.platform !== "linux") return [];
  await using folder = await temporaryFolder();
  let next: PacedAnswer = { deltas: [] };
  await using server = await pacedServer(() => next);
  const environment = withKey(server.url, folder.path);
  const lines: Line[] = [];
  for (const mode of SCREEN_MODES) {
    await using terminal = openScreen(mode, folder.path, environment, NEW_SESSION);
    await using bare = terminalProcess([program("echo")], {});
    await terminal.shows(FRAME);
    await bare.shows(FRAME);
    // The launcher saves compiled code after three seconds, and the garbage collector runs in pauses.
    await setTimeout(30_000);
    const idle = await cpuShare(terminal, IDLE_SECONDS);
    for (let line = 0; line < LINES; line += ANSWER_LINES) {
      next = { deltas: paragraphs(line, ANSWER_LINES) };
      await terminal.type("Fill.\r", new RegExp(`END ${line}\\b`));
      // The run ends after its last row.
      await setTimeout(500);
    }
    const stream = async (rate: number) => {
      next = { deltas: words(rate * (STREAM_SECONDS + 4)), rate };
      await terminal.type("Stream.\r", /wo\d/);
      await setTimeout(1000);
      const measured = cpuShare(terminal, STREAM_SECONDS);
      const keys: number[] = [];
      const bareKeys: number[] = [];
      for (const key of KEYS) {
        keys.push(await terminal.type(key, new RegExp(key, "u")));
        bareKeys.push(await bare.type(key, new RegExp(key, "u")));
        await setTimeout(137);
      }
      const share = await measured;
      await terminal.type("\u0015\u001b", /Interrupted/);
      return { share, key: p95(keys), bareKey: p95(bareKeys) };
    };
    // The lines came in seconds instead of hours: the garbage collector runs in pauses.
    await setTimeout(10_000);
    const slow = await stream(200);
    const { residentMB } = terminal.usage();
    const fast = await stream(2000);
    const ms = (share: number): number => share * 1000;
    const at = `${mode}, 200 deltas/s at 100,000 lines`;
    lines.push(
      { what: `${mode}, idle, CPU of a second`, unit: "ms", ours: ms(idle), target: { of: "ours", atMost: 1 } },
      { what: `${at}, CPU of a second`, unit: "ms", ours: ms(slow.share), target: { of: "ours", atMost: 120 } },
      { what: `${at}, echo of a key (p95)`, unit: "ms", ours: slow.key, bare: slow.bareKey, target: { of: "ours", atMost: 10 } },
      { what: `${at}, memory`, unit: "MB", ours: residentMB, target: { of: "ours", atMost: 110 } },
      {
        what: `${mode}, 2,000 deltas/s beside 200, CPU of a second`,
        unit: "ms",
        ours: ms(fast.share),
        bare: ms(slow.share),
        target: { of: "ratio", atMost: 1.5 },
      },
    );
  }
  return lines;
};

const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** CPU time of all threads, as a share of one core. */
const cpuShare = async (terminal: TerminalProcess, seconds: number): Promise<number> => {
  const before = terminal.usage().cpuMs;
  const started = performance.now();
  await setTimeout(seconds * 1000);
  return (terminal.usage().cpuMs - before) / (performance.now() - started);
};

/** Paragraphs of one row each, with an empty row after each. */
const paragraphs = function* (from: number, count: number): Generator<string> {
  for (let line = from; line < from + count; line += 2) yield `line ${line} of a long transcript, with a few more words in it\n\n`;
  yield `END ${from}`;
};

/** Deltas of about five characters, in paragraphs. */
const words = function* (count: number): Generator<string> {
  for (let word = 0; word < count; word++) yield word % 60 === 59 ? ".\n\n" : `wo${word % 100} `;
};
