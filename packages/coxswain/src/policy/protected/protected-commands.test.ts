import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll } from "../grants.ts";
import { type CommandReader, commandReader } from "../shell/index.ts";
import { judge, strictest } from "../policy.ts";
import { protectedPlaces } from "./protected-places.ts";
import { protectedCorpus } from "./protected-corpus.fixture.ts";

/** Allows everything except protected places. */
const policy = strictest(protectedPlaces({ home: "/home/ada", folder: "/work", also: ["/data/coxswain"] }), allowAll());

const verdict = (command: string, read: CommandReader) =>
  judge([{ tool: "bash", effect: "execute", subject: command, shell: "bash", effects: read(command) }], policy).verdict;

test("a command that certainly writes a protected place is asked about although everything is allowed", async () => {
  const read = await commandReader();
  assert.deepEqual(
    protectedCorpus("asked").filter((command) => verdict(command, read) !== "ask"),
    [],
  );
});

test("everyday commands are allowed there", async () => {
  const read = await commandReader();
  assert.deepEqual(
    protectedCorpus("free").filter((command) => verdict(command, read) !== "allow"),
    [],
  );
});
