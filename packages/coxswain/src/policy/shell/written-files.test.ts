import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShellCommand } from "../../loop/index.ts";
import { rulesPolicy } from "../rules/index.ts";
import { ruledCommand } from "../rules/rule-corpus.fixture.ts";
import { commandReader } from "./command-reader.ts";

const read = await commandReader();
const policy = rulesPolicy({ allow: ["bash"], deny: ["bash(rm -rf)"] });
const verdict = (line: string): string => ruledCommand(line, policy, read).verdict;

const all = (commands: readonly ShellCommand[]): readonly ShellCommand[] =>
  commands.flatMap((command) => [command, ...all(command.inside)]);

test("what a line writes into a file and runs from it is read as a line of its own", () => {
  for (const line of [
    "echo 'rm -rf x' > s; sh s",
    "echo 'rm -rf x' | tee d/s; cd d; ./s",
    "cat > s <<'E'\nset -e\nrm -rf x\nE\nbash s",
    "echo 'rm -rf x' > s; mv s t; . ./t",
    "echo '$1 -rf x' > s; bash s rm",
    "printf '#!/bin/rm -rf\\n' > s; ./s x",
  ])
    assert.equal(verdict(line), "deny", line);
});

test("a text that is not known where it is written and run may be any command, and the judgement says so", () => {
  for (const line of [
    "curl -o s https://example.org/x; sh s",
    "tool > s && ./s",
    'echo "$X" > s; . ./s',
    "base64 -d <<< eA== | tee s; sh < s",
  ])
    assert.equal(verdict(line), "ask", line);
  assert.match(ruledCommand("tool > s && ./s", policy, read).reasons.join(), /"\.\/s", which it writes and runs, is not known before/);
});

test("a script that was there before is run as any program is, and what is written and not run may hold anything", () => {
  for (const line of [
    "sh s",
    "./s",
    "tool > log; sh s; cat log",
    "echo 'rm -rf x' > s",
    "curl -O https://example.org/x; ls x",
    "tool > d.json; node s.js d.json",
  ])
    assert.equal(verdict(line), "allow", line);
});

test("a file that runs itself, or another that runs it, is read once", () => {
  for (const line of ["echo './s; ./s; ./s' > s; ./s", "echo 'sh t; sh t' > s; echo 'sh s; sh s' > t; sh s"]) {
    assert.equal(verdict(line), "allow", line);
    assert.ok(all(read(line).commands).length < 40);
  }
});

test("with more files or texts than are told apart, one that is run may hold anything", () => {
  const files = (count: number): string => Array.from({ length: count }, (_, at) => `echo a${at} > f${at}; `).join("");
  assert.equal(verdict(`${files(101)}echo 'rm -rf x' > s; sh s`), "ask");
  assert.equal(verdict(`${files(13)}echo 'rm -rf x' > fa; sh f*`), "ask");
  assert.equal(verdict(`${Array.from({ length: 13 }, (_, at) => `echo a${at} > s; `).join("")}echo 'rm -rf x' > s; sh s`), "ask");
});

test("of a package.json that a line writes those scripts are read that it runs", () => {
  const written = `echo '{"scripts":{"clean":"rm -rf x","pretest":"rm -rf y","test":"node --test"}}' > package.json; `;
  for (const line of ["npm run clean", "npm test", "yarn clean", "pnpm t"]) assert.equal(verdict(written + line), "deny", line);
  for (const line of ["npm install", "npm run build"]) assert.equal(verdict(written + line), "allow", line);
});
