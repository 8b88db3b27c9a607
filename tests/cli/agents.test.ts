import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { jsonLines, openCox } from "./cox-scene.ts";

const AGENT = "---\ndescription: Reviews a change.\ntools: Read, Grep\nmodel: haiku\n---\nYou review.\n";

test("cox agents lists the built-in agents, the user's, and those of a trusted project", async () => {
  await using cox = await openCox();
  const own = join(cox.env["HOME"] ?? "", ".claude/agents/review.md");
  await mkdir(dirname(own), { recursive: true });
  await writeFile(own, AGENT);
  await cox.write(".agents/agents/port.md", "---\ndescription: Ports tests.\ntools: Read, Frob\n---\nYou port.\n");
  const untrusted = await cox.run(["agents"]);
  const names = (text: string): readonly string[] => text.split("\n").map((line) => line.split(/\s+/)[0] ?? "");
  assert.deepEqual(names(untrusted.stdout), ["general", "explore", "review", ""]);
  assert.match(untrusted.stdout, /^review +user +haiku +read grep +Reviews a change\.$/m);
  assert.match(untrusted.stderr, /\.agents\/agents: this project is not trusted/);
  const trusted = await cox.run(["agents", "--trust", "--json"]);
  const listed = jsonLines(trusted.stdout).map(({ name, origin, path }) => [name, origin, typeof path]);
  assert.deepEqual(listed, [
    ["general", "built-in", "undefined"],
    ["explore", "built-in", "undefined"],
    ["port", "project", "string"],
    ["review", "user", "string"],
  ]);
  assert.match(trusted.stderr, /port\.md names unknown tools: frob\./);
});
