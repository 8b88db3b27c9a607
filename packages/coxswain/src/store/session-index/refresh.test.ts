import assert from "node:assert/strict";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isRelocate } from "../../log/index.ts";
import { readEntries } from "../read-entries.ts";
import { readHeader } from "../session-header.ts";
import { setAsideTornTail } from "../torn-tail.ts";
import { scanFiles } from "./refresh.ts";
import type { EntryReader } from "./entry-facts.ts";
import { indexOf, listWithoutIndex } from "./session-index.ts";
import { answers, fact, headerOf, linesOf, openScene, READER, type Scene } from "./session-index.fixture.ts";

/** Lists sessions from a whole reading of each file, without an index. */
const folded = async (directory: string) => {
  const sessions = new Map<string, { messages: number; nanos: number; title: string | undefined; opening: string | undefined }>();
  const found: string[] = [];
  for (const { path } of scanFiles(directory)) {
    const id = basename(path, ".jsonl");
    const session = { messages: 0, nanos: 0, title: undefined as string | undefined, opening: undefined as string | undefined };
    for await (const entry of readEntries(join(directory, path), { report: () => {} })) {
      assert.ok(!isRelocate(entry));
      const { title, message, texts = [], spent } = READER.describe(entry);
      session.title = title ?? session.title;
      if (message !== undefined) session.messages += 1;
      for (const { text, by } of texts) {
        if (message === "user") session.opening ??= text;
        found.push(`${id} ${entry.id} ${entry.at} ${by}`);
      }
      session.nanos += Math.round((spent?.cost ?? 0) * 1e9);
    }
    sessions.set(id, session);
  }
  return { sessions, found: found.toSorted() };
};

const assertFollows = async ({ index, directory }: Scene): Promise<void> => {
  const { sessions, found } = await answers(index);
  const expected = await folded(directory);
  assert.deepEqual(found, expected.found);
  assert.deepEqual(
    new Map(sessions.map(({ id, messages, cost, title, opening }) => [id, { messages, nanos: Math.round(cost * 1e9), title, opening }])),
    expected.sessions,
  );
  for (const { path, problem } of sessions) {
    const header = await readHeader(path).catch(() => undefined);
    assert.equal(problem === undefined, header !== undefined, path);
  }
  assert.deepEqual(sessions, await listWithoutIndex(directory, READER));
};

type Act = (scene: Scene, path: string) => void;

/** Appends as a writer does: sets a torn end aside, and starts a new line after an incomplete one. */
const append: Act = (_, path) => {
  const descriptor = openSync(path, "r+");
  try {
    setAsideTornTail(descriptor, path);
  } finally {
    closeSync(descriptor);
  }
  appendLine(path, linesOf([anyFact(statSync(path).size)]));
};

const appendLine = (path: string, line: string): void => {
  const isGlued = !/(?:^|\n)$/.test(readFileSync(path, "latin1"));
  appendFileSync(path, isGlued ? `\n${line}` : line);
};

/** Its id and its content depend only on its position. */
const anyFact = (place: number) =>
  fact(place, {
    id: `at${place}`,
    ...(place % 3 === 0 ? { title: `title ${place}` } : { by: place % 2 === 0 ? "user" : "tool", text: `common ${place}` }),
    ...(place % 5 === 0 ? { cost: place / 1000 } : {}),
  });

const rewrite = (path: string, content: string): void => {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
};

const ACTS: Readonly<Record<string, Act>> = {
  append,
  "append much": (scene, path) => {
    for (let count = 0; count < 20; count++) append(scene, path);
  },
  "tear an entry": (_, path) => appendLine(path, linesOf([anyFact(9)]).slice(0, -7)),
  "omit a line end": (scene, path) => {
    append(scene, path);
    truncateSync(path, statSync(path).size - 1);
  },
  "write garbage": (_, path) => appendLine(path, "\0\0\0 garbage\n"),
  truncate: (_, path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  replace: (_, path) => rewrite(path, linesOf([headerOf(basename(path, ".jsonl")), fact(0, { by: "user", text: "common replaced" })])),
  overwrite: (_, path) => {
    const entries = Array.from({ length: 40 }, (__, seq) => fact(seq, { id: `over${seq}`, by: "user", text: "common over" }));
    writeFileSync(path, linesOf([headerOf(basename(path, ".jsonl")), ...entries]));
  },
  "damage the header": (_, path) => rewrite(path, `x${readFileSync(path, "utf8").slice(1)}`),
  move: ({ directory }, path) => {
    mkdirSync(join(directory, "elsewhere"), { recursive: true });
    renameSync(path, join(directory, "elsewhere", basename(path)));
  },
  remove: (_, path) => rmSync(path),
  "delete the index": ({ directory }) => rmSync(join(directory, "index.db"), { force: true }),
  "garble the index": ({ directory }) => writeFileSync(join(directory, "index.db"), "garbage ".repeat(2000)),
  "truncate the index": ({ directory }) => damageIndex(directory, (bytes) => bytes.subarray(0, bytes.length / 2)),
  "garble a part of the index": ({ directory }) =>
    damageIndex(directory, (bytes) => bytes.fill(0x5a, Math.min(4096, bytes.length), Math.min(5 * 4096, bytes.length))),
};

const damageIndex = (directory: string, damage: (bytes: Buffer) => Buffer): void => {
  const path = join(directory, "index.db");
  if (readdirSync(directory).includes("index.db")) writeFileSync(path, damage(readFileSync(path)));
};

test("after any changes of session files and of the index, it equals a whole reading", async (t) => {
  const act = fc.record({
    name: fc.constantFrom(...Object.keys(ACTS), "append", "append"),
    session: fc.nat({ max: 3 }),
    ask: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const scene = openScene(t);
      for (const { name, session, ask } of acts) {
        const id = `session-${session}`;
        const there = [...scanFiles(scene.directory)].find(({ path }) => basename(path, ".jsonl") === id)?.path;
        const path = there === undefined ? scene.write(headerOf(id), []) : join(scene.directory, there);
        try {
          ACTS[name]?.(scene, path);
        } catch (error) {
          // A writer rejects a session whose header is torn.
          if ((error as { code?: string }).code !== "log_format") throw error;
        }
        if (ask) await assertFollows(scene);
      }
      await assertFollows(scene);
      assert.deepEqual(scene.setbacks, []);
      rmSync(scene.directory, { recursive: true });
    }),
    { numRuns: 40 },
  );
});

test("reads only appended content again", async (t) => {
  const { directory, write } = openScene(t);
  const read: string[] = [];
  const describe: EntryReader["describe"] = (entry) => {
    read.push(entry.id);
    return READER.describe(entry);
  };
  const index = indexOf({ directory, reader: { version: 1, describe } });
  const path = write(headerOf("one"), [fact(0), fact(1)]);
  write(headerOf("two"), [fact(0)]);
  await index.list();
  assert.deepEqual(read.splice(0).toSorted(), ["e0", "e0", "e1"]);
  appendFileSync(path, linesOf([fact(2)]));
  await index.search("common");
  await index.usage();
  assert.deepEqual(read, ["e2"]);
});

test("a session that is read in several chunks gives the same result", async (t) => {
  const { index, directory, write } = openScene(t);
  const text = `common ${"x".repeat(200_000)}`;
  const entries = Array.from({ length: 300 }, (_, seq) => fact(seq, { by: "user", text, cost: 0.001 }));
  write(headerOf("one"), entries);
  assert.ok(statSync(join(directory, [...scanFiles(directory)][0]?.path ?? "")).size > 3 * 16 * 1024 * 1024);
  const [session] = await index.list();
  assert.deepEqual([session?.messages, session?.cost, session?.opening?.slice(0, 6)], [300, 0.3, "common"]);
  assert.equal((await index.search("common")).length, 300);
});
