import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allowAll, type CommandReader, commandReader, judge, protectedPlaces, strictest } from "../index.ts";

/** Where everything is allowed but protected places. */
const policy = strictest(protectedPlaces({ home: "/home/ada", folder: "/work", also: ["/data/coxswain"] }), allowAll());

/** The commands of a table, a line each; ⏎ is the end of a line. */
const commands = (name: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "corpus", `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replaceAll("⏎", "\n"));

const verdict = (command: string, read: CommandReader) =>
  judge([{ tool: "bash", effect: "execute", subject: command, shell: "bash", effects: read(command) }], policy).verdict;

test("what certainly writes a protected place is asked about where everything is allowed", async () => {
  const read = await commandReader();
  assert.deepEqual(
    commands("asked").filter((command) => verdict(command, read) !== "ask"),
    [],
  );
});

test("everyday commands are not asked about there", async () => {
  const read = await commandReader();
  assert.deepEqual(
    commands("free").filter((command) => verdict(command, read) !== "allow"),
    [],
  );
});
