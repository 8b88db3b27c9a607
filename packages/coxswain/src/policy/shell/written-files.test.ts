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

test("a file that a line writes and runs is read as a separate line", () => {
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

test("a written file with unknown content may be any command when it runs, and the reason mentions it", () => {
  for (const line of [
    "curl -o s https://example.org/x; sh s",
    "tool > s && ./s",
    'echo "$X" > s; . ./s',
    "base64 -d <<< eA== | tee s; sh < s",
  ])
    assert.equal(verdict(line), "ask", line);
  assert.match(
    ruledCommand("tool > s && ./s", policy, read).reasons.join(),
    /the content of "\.\/s", which it writes and runs, is not known in advance/,
  );
});

test("an existing script runs as any program, and a written file that does not run may have any content", () => {
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

test("a file that runs itself, directly or through another file, is read once", () => {
  for (const line of ["echo './s; ./s; ./s' > s; ./s", "echo 'sh t; sh t' > s; echo 'sh s; sh s' > t; sh s"]) {
    assert.equal(verdict(line), "allow", line);
    assert.ok(all(read(line).commands).length < 40);
  }
});

test("beyond the limit of files or contents, a file that runs may have any content", () => {
  const files = (count: number): string => Array.from({ length: count }, (_, at) => `echo a${at} > f${at}; `).join("");
  assert.equal(verdict(`${files(101)}echo 'rm -rf x' > s; sh s`), "ask");
  assert.equal(verdict(`${files(13)}echo 'rm -rf x' > fa; sh f*`), "ask");
  assert.equal(verdict(`${Array.from({ length: 13 }, (_, at) => `echo a${at} > s; `).join("")}echo 'rm -rf x' > s; sh s`), "ask");
});

test("the scripts that run from a written package.json are read", () => {
  const written = `echo '{"scripts":{"clean":"rm -rf x","pretest":"rm -rf y","test":"node --test"}}' > package.json; `;
  for (const line of ["npm run clean", "npm test", "yarn clean", "pnpm t"]) assert.equal(verdict(written + line), "deny", line);
  for (const line of ["npm install", "npm run build"]) assert.equal(verdict(written + line), "allow", line);
});
