import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { type Damage, encode, type Entry, FORMAT, FORMAT_VERSION, type Header, Log, randomEntryId, type Store } from "../log/index.ts";
import { jsonlStore } from "./jsonl-store.ts";
import { projectFolder, sessionPath } from "./session-file.ts";

export const HEADER: Header = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/project", at: 1_700_000_000_000 };

export interface Note extends Entry {
  readonly type: "note";
  readonly text: string;
}

export const note = (seq: number, text = ""): Note => ({
  seq,
  id: `e${seq}`,
  parent: seq === 0 ? null : `e${seq - 1}`,
  at: 7,
  type: "note",
  text,
});

export interface TemporaryStore {
  readonly store: Store;
  readonly directory: string;
  /** Folder of the project whose only session is `one`. */
  readonly folder: string;
  /** Path of the session `one`. */
  readonly path: string;
}

/** Creates a store in a folder that is deleted after the test. */
export const temporaryStore = (t: TestContext): TemporaryStore => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-store-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return { directory, store: jsonlStore({ directory }), folder: projectFolder(directory, HEADER.cwd), path: pathIn(directory) };
};

/** Returns the path of the session `one`. */
export const pathIn = (directory: string): string => sessionPath(projectFolder(directory, HEADER.cwd), HEADER.id);

/** Returns the bytes of a session file with these entries. */
export const fileOf = (entries: readonly Entry[], header: Header = HEADER): Buffer =>
  Buffer.from([header, ...entries].map((record) => `${encode(record)}\n`).join(""));

export const writeSession = (path: string, bytes: Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true }); // overwriting a file waits for the disk on some file systems
  writeFileSync(path, bytes);
};

export interface Read {
  readonly entries: readonly Entry[];
  readonly damage: readonly Damage[];
}

/** Reads the session `one` without owning it. */
export const readSession = async (store: Store): Promise<Read> => {
  const file = await store.open(HEADER.id);
  const entries: Entry[] = [];
  for await (const entry of file.read()) entries.push(entry);
  await file.close();
  return { entries, damage: file.damage };
};

/** Opens the session `one`, appends an entry, closes it. */
export const appendTo = async (store: Store, text = "appended"): Promise<Entry> => {
  const log = await Log.open(await store.open(HEADER.id), { now: () => 7, mint: randomEntryId });
  const [entry] = await log.append<Note>({ type: "note", text });
  await log.close();
  if (entry === undefined) throw new Error("One draft gives one entry.");
  return entry;
};

export const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n");

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * Starts a child process that runs a program with `log` (the session `one` in `directory`, new or opened), `store`,
 * `note(text)` and `print(line)` in scope. `before` precedes the command.
 */
export const startChild = (
  t: TestContext,
  directory: string,
  program: string,
  before: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> => {
  const script = `
    import { writeSync } from "node:fs";
    import { Log, randomEntryId, SessionNotFoundError } from ${source("../log/index.ts")};
    import { jsonlStore } from ${source("./index.ts")};
    const store = jsonlStore({ directory: ${JSON.stringify(directory)} });
    const file = await store.open("one").catch(() => store.create(${JSON.stringify(HEADER)}));
    const log = await Log.open(file, { now: Date.now, mint: randomEntryId });
    const note = (text) => ({ type: "note", text });
    const print = (line) => writeSync(1, line + "\\n");
    ${program}`;
  const command = [...before, process.execPath, "--conditions=coxswain-source", "--input-type=module", "-e", script];
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  return child;
};

export interface Ended {
  readonly lines: readonly string[];
  readonly errors: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Returns the lines that a child prints until it ends. Calls `onLine` with their number as they arrive. */
export const ended = async (
  child: ChildProcessByStdio<null, Readable, Readable>,
  onLine: (count: number) => void = () => {},
): Promise<Ended> => {
  let output = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    onLine(output.split("\n").length - 1);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit, by) => resolve([exit, by]));
  });
  return { lines: output.split("\n").slice(0, -1), errors, code, signal };
};

/** Reason to skip tests that need strace, or false. */
export const noStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0 ? false : "needs strace";

/** Returns the command prefix that makes these system calls fail, or kills the process at them. */
export const inject = (calls: string, fault: string): string[] => [
  "strace",
  "-f",
  "-o",
  "/dev/null",
  "-e",
  `trace=${calls}`,
  "-e",
  `inject=${calls}:${fault}`,
];
