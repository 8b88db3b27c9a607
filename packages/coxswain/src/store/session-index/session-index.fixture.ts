import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { encode, type Entry, FORMAT, FORMAT_VERSION, type Header } from "../../log/index.ts";
import { projectFolder, sessionPath } from "../session-file.ts";
import { inject } from "../store.fixture.ts";
import type { EntryReader, Speaker } from "./entry-facts.ts";
import { indexOf, listWithoutIndex, type SessionIndex } from "./session-index.ts";

/** An entry that contains its own facts. */
export interface FactEntry extends Entry {
  readonly type: "fact";
  readonly title?: string;
  readonly by?: Speaker;
  readonly text?: string;
  /** Length of the prompt at the beginning of `text`. */
  readonly typed?: number;
  /** Cost of a response in USD. Null: it is not known. Absent: there is no response. */
  readonly cost?: number | null;
  /** The response is one of a sub-agent. */
  readonly ofAgent?: boolean;
}

export const READER: EntryReader = {
  version: 1,
  describe(entry) {
    if (entry.type !== "fact") throw new TypeError("unknown entry type");
    const { title, by, text, typed = 0, cost, ofAgent = false } = entry as FactEntry;
    const tokens = { input: 10, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
    const priced = typeof cost === "number" ? { cost } : {};
    return {
      ...(title === undefined ? {} : { title }),
      ...(by === undefined ? {} : { message: by, texts: text === undefined ? [] : [{ by, text, typed }] }),
      ...(by === "user" && text !== undefined ? { opening: text } : {}),
      ...(cost === undefined || ofAgent ? {} : { spent: { model: "maker/model", ...tokens, ...priced } }),
      ...(ofAgent ? { agent: priced } : {}),
    };
  },
};

/** 2026-11-21 at 12:00 local time. */
export const NOON = new Date(2026, 10, 21, 12).getTime();

export const fact = (seq: number, facts: Partial<FactEntry> = {}): FactEntry => ({
  seq,
  id: `e${seq}`,
  parent: seq === 0 ? null : `e${seq - 1}`,
  at: NOON,
  type: "fact",
  ...facts,
});

export const headerOf = (id: string, more: Partial<Header> = {}): Header => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  id,
  cwd: "/project",
  at: NOON,
  ...more,
});

export const linesOf = (records: readonly (Header | Entry)[]): string => records.map((record) => `${encode(record)}\n`).join("");

export interface Scene {
  readonly directory: string;
  readonly index: SessionIndex;
  /** Reasons why the index could not be used. */
  readonly setbacks: readonly string[];
  /** Writes a session file and returns its path. */
  readonly write: (header: Header, entries: readonly Entry[]) => string;
}

/** Creates sessions in a temporary folder that is removed after the test. */
export const openScene = (t: TestContext): Scene => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-index-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const setbacks: string[] = [];
  return {
    directory,
    setbacks,
    index: indexOf({ directory, reader: READER, onSetback: (reason) => setbacks.push(reason) }),
    write(header, entries) {
      const path = sessionPath(projectFolder(directory, header.cwd), header.id);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, linesOf([header, ...entries]));
      return path;
    },
  };
};

/** Returns everything that an index answers. */
export const answers = async (index: SessionIndex) => {
  const hits = await index.search("common");
  return {
    sessions: await index.list(),
    found: hits.map(({ session, entry, at, by }) => `${session} ${entry} ${at} ${by}`).toSorted(),
    usage: await index.usage(),
  };
};

/** Starts a process that lists the sessions and prints their number. `before` precedes the command. */
export const startListing = (t: TestContext, directory: string, before: readonly string[] = []) => {
  const file = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { indexOf } from ${file("./session-index.ts")};
    import { READER } from ${file("./session-index.fixture.ts")};
    const index = indexOf({ directory: ${JSON.stringify(directory)}, reader: READER, onSetback: console.error });
    console.log((await index.list()).length);`;
  const argv = [...before, process.execPath, "--conditions=coxswain-source", "--input-type=module", "-e", script];
  const child = spawn(argv[0] ?? "", argv.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = once(child, "close").then(([, signal]) => ({ ...output, signal: signal as NodeJS.Signals | null }));
  return { child, ended };
};

/** Writes sessions with a common word. */
export const writeMany = ({ write }: Scene, count: number): void => {
  for (let number = 0; number < count; number++) {
    write(headerOf(`session-${number}`), [fact(0, { by: "user", text: `common ${number}` }), fact(1, { by: "assistant", cost: 0.001 })]);
  }
};

/** Asserts that the index answers like the files themselves. */
export const assertWhole = async (scene: Scene, count: number): Promise<void> => {
  const { sessions, found, usage } = await answers(scene.index);
  assert.equal(found.length, count);
  assert.equal(usage.total.responses, count);
  assert.deepEqual(sessions, await listWithoutIndex(scene.directory, READER));
};

/** Kills an indexer at each of these writes and syncs, counted from 1, and continues with the remaining index. */
export const killAtWrites = async (t: TestContext, moments: readonly number[]): Promise<void> => {
  const scene = openScene(t);
  writeMany(scene, 600);
  let killed = 0;
  for (const when of moments) {
    for (const call of ["pwrite64", "fdatasync"]) {
      const { signal } = await startListing(t, scene.directory, inject(call, `signal=SIGKILL:when=${when}`)).ended;
      if (signal === "SIGKILL") killed += 1;
      await assertWhole(scene, 600);
      rmSync(join(scene.directory, "index.db"));
    }
  }
  assert.ok(killed >= moments.length, `killed ${killed} times`);
  assert.deepEqual(scene.setbacks, []);
};
