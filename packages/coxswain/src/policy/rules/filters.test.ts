import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "../shell/index.ts";
import { ruledCommand } from "./rule-corpus.fixture.ts";
import { rulesPolicy } from "./rules-policy.ts";

const policy = rulesPolicy({ allow: ["bash(npm test)"] });
const read = await commandReader();
const allowed = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => ruledCommand(line, policy, read).verdict === "allow");

test("filters of standard input need no rule beside a command that has one", () => {
  const lines = [
    "npm test 2>&1 | tail -20",
    "npm test | tail -n 20",
    "npm test 2>&1 | head -c 2000",
    "npm test | grep -i fail",
    "npm test | grep -A 3 -e fail",
    "npm test | grep -vE 'a|b' | sort -nrk 2 | uniq -c | wc -l",
    "npm test | sort -t: -k2,2n",
    "npm test | cut -d: -f 2 | tr -d '\\n'",
    "npm test | sed -n '1,20p'",
    "npm test | cat",
    "npm test && echo done",
    "npm test || true",
    "CI=1 timeout 100 npm test 2>&1 | tail -5",
    "(npm test | head) 2>&1 | tail -3",
  ];
  assert.deepEqual(allowed(lines), lines);
});

test("programs that name a file, write, run others or may show more are asked about beside an allowed command", () => {
  const lines = [
    "npm test | tail -20 a",
    "npm test | tail 20",
    "npm test | tail -n 20 20",
    "npm test | tail -n -c 5",
    "npm test | tail -f",
    "npm test | grep fail a",
    "npm test | grep -e fail a",
    "npm test | grep -f a",
    "npm test | grep -r fail",
    "npm test | grep fail .env",
    "npm test | sort -o a",
    "npm test | sort --o=a",
    "npm test | sort -t -o a",
    "npm test | uniq - a",
    "npm test | cat a",
    "npm test | cat $X",
    "npm test | grep $X",
    "npm test | tail *",
    "npm test; echo $X",
    "npm test; echo *",
    "npm test; echo $(rm a)",
    "npm test | sed -n 'w a'",
    "npm test | sed -n 1p a",
    "npm test | sed -i 1p",
    "npm test | tee a",
    "npm test | xargs rm",
    "npm test | sh",
    "npm test | awk 1",
    "npm test | tail > a",
    "npm test | ./tail",
    "PATH=. tail; npm test",
    "tail() { rm a; }; npm test | tail",
    "npm run build | tail -20",
    "tail -20",
    "echo done",
    "grep -c x < a",
  ];
  assert.deepEqual(allowed(lines), []);
});
