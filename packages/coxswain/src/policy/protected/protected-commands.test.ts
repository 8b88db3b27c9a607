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

test("A5: a word that names a protected place is a write to it unless the program is known to only read", async () => {
  const read = await commandReader();
  for (const line of [
    "shuf -o .git/config F",
    "shuf -o.git/config F",
    "csplit -f .git/hooks/x F 1",
    "csplit --prefix=.git/hooks/x F 1",
    "split -l 1 F .git/hooks/x",
    "sdiff -o .git/config a b",
    "base64 -o .git/config F",
    "sort -o.git/config F",
    "less -o .git/config F",
    "history -w .git/config",
    'unheard-of \'{"out":".git/config"}\'',
    `sqlite3 x "select writefile('.git/config', 'x')"`,
    `awk 'BEGIN { print > ".git/config" }'`,
    "GIT_TRACE=/work/.git/config git status",
  ])
    assert.equal(verdict(line, read), "ask", line);
  for (const line of ["cat", "head -n 1", "grep url", "ls -l", "wc -l", "diff x", "sort", "stat", "file", "sha256sum"])
    assert.equal(verdict(`${line} .git/config`, read), "allow", line);
});
