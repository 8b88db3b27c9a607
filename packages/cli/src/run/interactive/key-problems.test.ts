import assert from "node:assert/strict";
import { test } from "node:test";
import { keymapOf, parseUserKeys } from "../../screen/index.ts";
import { keyProblems } from "./key-problems.ts";

const NAMES = { builtIn: ["compact", "exit"], listing: "/help lists the commands", asText: "put a word before it" };

/** The problems of a keys file, in a project with the template `review`, and how often its resources were read. */
const problemsOf = async (file: Readonly<Record<string, string>>) => {
  let reads = 0;
  const invocable = async () => {
    reads += 1;
    return { templates: [{ name: "review" }], skills: [{ name: "pdf" }] } as never;
  };
  const { keymap } = keymapOf(parseUserKeys(JSON.stringify(file)));
  return { problems: await keyProblems(keymap, { invocable, extensions: undefined }, NAMES), reads: () => reads };
};

test("a key of an unknown command is reported with the nearest names, or with the list of all", async () => {
  const { problems } = await problemsOf({ "/nosuch": "alt+n", "/compat now": "alt+c" });
  assert.deepEqual(problems, [
    "key alt+n: unknown command: /nosuch; /help lists the commands.",
    "key alt+c: unknown command: /compat; did you mean /compact?",
  ]);
});

test("commands of templates and skills are known, and are read only for a key that may be theirs", async () => {
  const own = await problemsOf({ "/review src": "alt+n", "/skill:pdf": "alt+c" });
  assert.deepEqual(own.problems, []);
  const builtIn = await problemsOf({ "/exit": "alt+n", queue: "alt+q" });
  assert.deepEqual(builtIn.problems, []);
  assert.equal(builtIn.reads(), 0);
});
