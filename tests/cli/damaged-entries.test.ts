import assert from "node:assert/strict";
import { appendFile, readFile } from "node:fs/promises";
import { test } from "node:test";
import { changedAt, entrySamples, pathsIn } from "../../packages/coxswain/src/journal/entry-samples.fixture.ts";
import { openCox } from "./cox-scene.ts";

/** Entries of every type, of which each lacks one field or has another value in it. */
const DAMAGED = entrySamples.flatMap((sample) =>
  pathsIn(sample).flatMap((path) => [undefined, 7, "x", null, [], {}].map((value) => changedAt(sample, path, value) as object)),
);

test("A6: a session with a damaged field in every place of every type of entry can be shown, exported, listed and checked", async () => {
  await using cox = await openCox(["Hello."]);
  await cox.run(["Say hello"]);
  const [path = ""] = await cox.sessionFiles();
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  const { id } = JSON.parse(lines[0] ?? "") as { readonly id: string };
  const { id: last, seq } = JSON.parse(lines.at(-1) ?? "") as { readonly id: string; readonly seq: number };
  const stamped = (fields: object, at: number) => ({
    seq: seq + 1 + at,
    id: `d${at}`,
    parent: at === 0 ? last : `d${at - 1}`,
    at: 0,
    ...fields,
  });
  const end = { type: "message", message: { role: "user", content: [{ type: "text", text: "THE END" }] } };
  await appendFile(path, [...DAMAGED, end].map((fields, at) => `${JSON.stringify(stamped(fields, at))}\n`).join(""));

  const views = [["show"], ["show", "--json"], ["export"], ["export", "--format", "html"], ["export", "--format", "jsonl"]];
  for (const [view = "", ...options] of views) {
    const { code, stdout, stderr } = await cox.run(["sessions", view, id, ...options]);
    assert.equal(code, 0, `${view} ${options.join(" ")}: ${stderr}`);
    assert.match(stdout, /THE END/, `${view} ${options.join(" ")}`);
  }
  const checked = await cox.run(["sessions", "check", id]);
  assert.match(checked.stdout + checked.stderr, /d\d+/);
  for (const words of [["list"], ["check"], ["search", "END"]]) {
    const { stderr } = await cox.run(["sessions", ...words]);
    assert.doesNotMatch(stderr, /TypeError|undefined|internal/i, words.join(" "));
  }
});
