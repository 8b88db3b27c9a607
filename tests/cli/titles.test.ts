import assert from "node:assert/strict";
import { readFile, watch, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const SMALL = "claude-haiku-5-5";

/** Resolves once the file in this folder exists and contains the string. */
const written = async (folder: string, name: string, text: string): Promise<void> => {
  const holds = async (): Promise<boolean> => (await readFile(join(folder, name), "utf8").catch(() => "")).includes(text);
  for await (const _ of watch(folder)) if (await holds()) return;
};

test("generates a new session's title with the small model in parallel", async () => {
  const titled = Promise.withResolvers<void>();
  await using cox = await openCox((request) =>
    request.model === SMALL ? { text: '"Fix the parser"', usage: { input: 50, output: 5 } } : { text: "Done.", hold: titled.promise },
  );
  await writeFile(join(cox.home, "settings.json"), "{}");
  const coming = written(cox.home, "debug.jsonl", "title_change");
  const going = cox.start(["The parser is broken, fix it", "--debug", join(cox.home, "debug.jsonl")]);
  await coming;
  titled.resolve();
  assert.equal((await going.ended).code, 0);
  assert.match((await cox.run(["sessions"])).stdout, /Fix the parser/);
});

test("does not wait for a title, and generates none with --no-titles", async () => {
  await using cox = await openCox((request) => (request.model === SMALL ? { text: "Late", before: new Promise(() => {}) } : "Done."));
  await writeFile(join(cox.home, "settings.json"), "{}");
  assert.deepEqual(await cox.run(["go"]).then(({ code, stdout, stderr }) => ({ code, stdout, stderr })), {
    code: 0,
    stdout: "Done.\n",
    stderr: "",
  });
  assert.match((await cox.run(["sessions"])).stdout, /go/);
  const before = cox.server.requests.filter(({ model }) => model === SMALL).length;
  await cox.run(["go", "--no-titles"]);
  assert.equal(cox.server.requests.filter(({ model }) => model === SMALL).length, before);
});

test("generates the title from the words of the task, without attached files and input", async () => {
  const titled = Promise.withResolvers<void>();
  await using cox = await openCox((request) => {
    if (request.model === SMALL) titled.resolve();
    return request.model === SMALL ? "Explain it" : { text: "Done.", hold: titled.promise };
  });
  await writeFile(join(cox.home, "settings.json"), "{}");
  await cox.write("a.ts", "const canary = 1;\n");
  await cox.run(["explain @a.ts"], { stdin: "piped canary\n" });
  const title = cox.server.requests.find(({ model }) => model === SMALL);
  assert.match(JSON.stringify(title?.body), /explain @a\.ts/);
  assert.doesNotMatch(JSON.stringify(title?.body), /canary/);
  await cox.run(["--no-titles", "compare @a.ts"], { stdin: "piped canary\n" });
  const { stdout } = await cox.run(["sessions", "--json"]);
  assert.match(stdout, /"title":"compare @a\.ts"/);
  assert.doesNotMatch(stdout, /canary/);
});
