import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { grepTool } from "./grep.ts";
import { toolbox } from "./tool-context.fixture.ts";

const project = async (t: Parameters<typeof toolbox>[0]) => {
  const made = await toolbox(t);
  mkdirSync(made.at("src"));
  writeFileSync(made.at(".gitignore"), "*.log\n");
  writeFileSync(made.at("a.ts"), "one\ntwo needle\nthree\nfour\nfive\nsix needle\n");
  writeFileSync(made.at("src", "b.md"), "Needle (big)\n");
  writeFileSync(made.at("c.log"), "needle\n");
  return made;
};

test("shows matching lines with their numbers, grouped by file", async (t) => {
  const { grep } = await project(t);
  assert.equal((await grep({ pattern: "[nN]eedle" })).text, "a.ts\n2:two needle\n6:six needle\n\nsrc/b.md\n1:Needle (big)");
});

test("supports context, case, literal text, a folder and a glob", async (t) => {
  const { grep } = await project(t);
  assert.equal((await grep({ pattern: "needle", context: 1 })).text, "a.ts\n1-one\n2:two needle\n3-three\n--\n5-five\n6:six needle");
  assert.equal((await grep({ pattern: "NEEDLE", ignoreCase: true, glob: "*.md" })).text, "src/b.md\n1:Needle (big)");
  assert.equal((await grep({ pattern: "(big)", literal: true, path: "src" })).text, "src/b.md\n1:Needle (big)");
});

test("lists files and counts", async (t) => {
  const { grep } = await project(t);
  assert.equal((await grep({ pattern: "needle", ignoreCase: true, mode: "files" })).text, "a.ts\nsrc/b.md");
  assert.equal((await grep({ pattern: "needle", ignoreCase: true, mode: "count" })).text, "a.ts: 2\nsrc/b.md: 1");
});

test("no match is a result; an invalid expression is an error with advice", async (t) => {
  const { grep } = await project(t);
  const { text, isError } = await grep({ pattern: "absent" });
  assert.deepEqual([text, isError], ["No line matches.", undefined]);
  await assert.rejects(grep({ pattern: "f(" }), { name: "ToolError", message: /unclosed group[^]*set literal/ });
  await assert.rejects(grep({ pattern: "f", glob: "{a" }), { name: "ToolError", message: /glob/ });
  await assert.rejects(grep({ pattern: "f", path: "none" }), { name: "ToolError", message: /does not exist/ });
});

test("truncates by lines, by bytes and within a line, and reports it", async (t) => {
  const { grep, at } = await toolbox(t);
  writeFileSync(at("lines"), "x\n".repeat(300));
  const { text, details } = await grep({ pattern: "x" });
  assert.equal(text.split("\n").length, 202);
  assert.match(text, /\n200:x\n\(more results omitted; narrow/);
  assert.deepEqual(details, { files: 1, lines: 200 });
  writeFileSync(at("lines"), `${"y".repeat(600)}\n`.repeat(100));
  const wide = (await grep({ pattern: "y" })).text;
  assert.match(wide, /\n1:y{500} … \(100 more characters\)\n[^]*\(more results omitted/);
  assert.ok(Buffer.byteLength(wide) < 30_100);
  assert.equal((await grep({ pattern: "y", mode: "count" })).text, "lines: 100");
});

test("reports the location of matching lines that are too long to show, with advice", async (t) => {
  const { grep, at } = await toolbox(t);
  const advice = "match, but are too long to show: print only the match with a command, for example grep -o)";
  mkdirSync(at("dist"));
  writeFileSync(at("dist", "app.js"), `${"x".repeat(5_000_000)}needle\n`.repeat(2));
  const alone = await grep({ pattern: "needle" });
  assert.equal(alone.text, `No line is shown.\n(lines of dist/app.js ${advice}`);
  assert.equal((await grep({ pattern: "needle", path: "dist/app.js" })).text, alone.text);
  assert.equal((await grep({ pattern: "needle", glob: "*.ts" })).text, "No line matches.");
  writeFileSync(at("dist", "other.js"), `needle${"x".repeat(5_000_000)}needle\nneedle\n`);
  writeFileSync(at("near.js"), `needle\n${"x".repeat(5_000_000)}\n`);
  const { text } = await grep({ pattern: "needle", context: 1 });
  assert.match(text, /^dist\/other\.js\n2:needle\n\nnear\.js\n1:needle\n\(lines of dist\/(app|other)\.js and of 1 more file match, but/);
});

test("requests read permission for the path", async (t) => {
  const { needs } = await toolbox(t);
  const input = {
    pattern: "x",
    path: "/etc",
    glob: undefined,
    mode: undefined,
    literal: undefined,
    ignoreCase: undefined,
    context: undefined,
  };
  assert.deepEqual(await needs(grepTool, input), [{ tool: "grep", effect: "read", subject: "/etc", inside: false }]);
});
