import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "./command-reader.ts";

const REASON = "it may run code from a string that bash evaluates as an expression";
const read = await commandReader();
const isReported = (line: string): boolean => read(line).unresolved.includes(REASON);

test("a string that bash may evaluate as an expression is unresolved, no matter where it comes from", () => {
  for (const line of [
    `x='a[$(touch z)]'; ((x))`,
    `x='a['; x+='$(touch z)]'; ((x))`,
    `x='a['; y='$(touch z)]'; [[ $x$y -eq 0 ]]`,
    `[[ 'a[$(touch z)]' -eq 0 ]]`,
    `[[ -v 'a[$(touch z)]' ]]`,
    String.raw`[[ "a[\$(touch z)]" -eq 0 ]]`,
    `test -v 'a[\`touch z\`]'`,
    `printf -v 'a[$(touch z)]' x`,
    `read 'a[$(touch z)]' <<< x`,
    `x='a[$(touch z)]'; echo \${y:x}`,
    `x='a[$(touch z)]'; echo \${!x}`,
    `x='a[$(touch z)]'; echo \${b[x]}`,
    `x='a[$(touch z)]'; for ((i = x; i < 1; i++)); do true; done`,
    `x='a[$(touch z)]' bash -c '((x))'`,
    `x=$(cat <<'END'\na[$(touch z)]\nEND\n); ((x))`,
  ])
    assert.ok(isReported(line), line);
});

test("neither an expression without such a string nor such a string without an expression is unresolved", () => {
  for (const line of [
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    "i=1; echo $((${i} + 1))",
    `[[ -f a && "$(cat a)" == x ]]`,
    `test -n "$(ls)"`,
    "grep '$(x)' a",
    "echo '`code`'",
    `echo "\${x@Q}"`,
  ])
    assert.ok(!isReported(line), line);
});
