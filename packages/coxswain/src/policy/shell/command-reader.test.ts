import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShellCommand } from "../../loop/index.ts";
import { commandReader } from "./command-reader.ts";

const read = await commandReader();

const all = (commands: readonly ShellCommand[]): readonly ShellCommand[] =>
  commands.flatMap((command) => [command, ...all(command.inside)]);
const lines = (line: string): readonly string[] => all(read(line).commands).map(({ words }) => words.map(({ text }) => text).join(" "));
const runsAnything = (line: string): boolean =>
  all(read(line).commands).some(({ words: [first, ...rest] }) => first?.kind === "unknown" && first.text === "" && rest.length === 0);

test("a word directly after a closed descriptor is unresolved, because bash does not read it as part of the redirection", () => {
  for (const line of ["ls <&-tool", "ls; >&-tool", "0<&-tool", "ls <&-${x:=tool}"]) assert.notDeepEqual(read(line).unresolved, [], line);
  for (const line of ["ls <&-", "ls 2>&1", "ls >&2 <&-", "exec 3>&-"]) assert.deepEqual(read(line).unresolved, [], line);
});

test("unknown code may be any command", () => {
  for (const line of ['eval "$X"', "cat x | sh", "base64 -d <<< eA== | bash", 'sh <<< "rm $X"', "source <(tool)", "ls | tee >(sh)"])
    assert.ok(runsAnything(line), line);
  for (const line of ["sh x", "eval ls", "echo ls | sh", "bash <<'E'\nls\nE", "cat x | sh y", "cat x | bash -c 'wc -l'"])
    assert.ok(!runsAnything(line), line);
});

test("a program is found under another name that the line gives it", () => {
  for (const line of [
    "shopt -s expand_aliases\nalias z=rm\nz -rf x",
    "hash -p /bin/rm z; z -rf x",
    "cp /bin/rm z; ./z -rf x",
    "ln -s /bin/rm z && ./z -rf x",
  ])
    assert.ok(
      lines(line).some((one) => /^(?:\/bin\/)?rm -rf x$/.test(one)),
      line,
    );
});

test("a wrapper that changes the folder moves the paths of its command, and is unresolved", () => {
  for (const line of ["env -C keys cat a", "env --chdir=keys cat a", "sudo -D keys cat a"]) {
    const { commands, paths } = read(line);
    assert.ok(
      paths.some(({ path }) => path.endsWith("keys/a")),
      line,
    );
    assert.ok(
      commands[0]?.unresolved.some(({ reason }) => reason.endsWith("runs it in another folder")),
      line,
    );
  }
});

test("a file that find inserts is not an option, but may be any program", () => {
  const [inner] = read("find . -exec rm {} +").commands[0]?.inside ?? [];
  assert.ok(inner?.words[1]?.kind === "unknown" && !inner.words[1].text.startsWith("-") && inner.words[1].text !== "");
  assert.ok(all(read(String.raw`find . -exec {} x \;`).commands).some(({ words }) => words[0]?.kind === "unknown"));
});

test("a loop's variable is not known in evaluated code if a function may set it", () => {
  assert.ok(all(read(`f() { x=rm; }; eval 'for x in ls; do f; $x; done'`).commands).some(({ words }) => words[0]?.kind === "unknown"));
});

test("hosts are found in URLs, in arguments of programs that connect, and in proxies, but not in plain text", () => {
  const hosts = (line: string): readonly string[] => read(line).hosts;
  for (const line of [
    "wget https://a.example/x",
    "ssh a.example",
    "echo https://a.example/x | wget -i -",
    "HTTPS_PROXY=http://a.example ls",
    "git clone git@a.example:x/y",
  ])
    assert.deepEqual(hosts(line), ["a.example"], line);
  for (const line of ["echo https://a.example", "grep -n a.example x", "printf '%s' http://a.example"])
    assert.deepEqual(hosts(line), [], line);
});

test("a word of many quoted parts is one known word", () => {
  const [command] = read(`rm '-r''f'${"''".repeat(20_000)} x`).commands;
  assert.deepEqual(command?.words, [
    { kind: "known", text: "rm" },
    { kind: "known", text: "-rf" },
    { kind: "known", text: "x" },
  ]);
});
