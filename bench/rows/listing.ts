import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COX } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const SESSIONS = 10_000;
const PROJECTS = 100;

const wall = ({ wallMs }: Taken): number => wallMs;

/**
 * `cox sessions list` over 10,000 short sessions of 100 projects, beside a start that opens SQLite, and beside reading
 * each header.
 */
export const listing: Row = async ({ times }) => {
  await using home = await temporaryFolder();
  const sessions = join(home.path, "data", "sessions");
  await writeSessions(sessions);
  const environment = { COX_HOME: home.path };
  const list = () => runProgram([COX, "sessions", "list", "--all"], environment);

  const built = await rotate(1, {
    cold: async () => {
      await rm(join(sessions, "index.db"), { force: true });
      return list();
    },
  });
  const { ours, start, headers } = await rotate(times, {
    ours: list,
    start: () => runProgram([program("open-sqlite")]),
    headers: () => runProgram([program("list-headers"), sessions]),
  });
  const what = `${SESSIONS.toLocaleString("en-US")} sessions`;
  const target = { of: "ours", atMost: 100 } as const;
  return [
    { what: `${what} listed, above a start that opens SQLite`, unit: "ms", ours: medianOf(ours, wall) - medianOf(start, wall), target },
    { what: `${what} listed, beside reading each header`, unit: "ms", ours: medianOf(ours, wall), bare: medianOf(headers, wall) },
    { what: `${what} listed for the first time`, unit: "ms", ours: medianOf(built.cold, wall) },
  ];
};

const writeSessions = async (directory: string): Promise<void> => {
  for (let project = 0; project < PROJECTS; project++) {
    const folder = join(directory, `project-${project}`);
    await mkdir(folder, { recursive: true });
    const numbers = Array.from({ length: SESSIONS / PROJECTS }, (_, at) => project * (SESSIONS / PROJECTS) + at);
    await Promise.all(numbers.map((number) => writeFile(join(folder, `${idOf(number)}.jsonl`), contentOf(number, `/bench/${project}`))));
  }
};

const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** A question and its answer. */
const contentOf = (number: number, cwd: string): string => {
  const at = 1_790_000_000_000 + number * 60_000;
  const textOf = (text: string) => [{ type: "text", text }];
  const usage = { input: 2000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0 };
  const answer = {
    role: "assistant",
    content: textOf("I inspect it. ".repeat(20)),
    model: "bench/model",
    stop: "stop",
    usage,
    cost: 0.01,
  };
  const entries = [
    { type: "setup", setup: { model: "bench/model" } },
    { type: "message", message: { role: "user", content: textOf(`Fix test ${number} and report why it failed.`) } },
    { type: "message", message: answer },
  ];
  const placed = entries.map((entry, seq) => ({ seq, id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, at, ...entry }));
  const header = { format: "coxswain-session", version: 1, id: idOf(number), cwd, at };
  return [header, ...placed].map((line) => `${JSON.stringify(line)}\n`).join("");
};
