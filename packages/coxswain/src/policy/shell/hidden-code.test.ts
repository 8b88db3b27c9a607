import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "./command-reader.ts";

const DOUBT = "a text in it may be taken for an expression, and so run";
const read = await commandReader();
const isDoubted = (line: string): boolean => read(line).unresolved.includes(DOUBT);

test("a text that bash may work out as an expression is a doubt, however it comes to be one", () => {
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
    assert.ok(isDoubted(line), line);
});

test("expressions without such a text are none, nor are such texts where nothing is worked out", () => {
  for (const line of [
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    "i=1; echo $((${i} + 1))",
    `[[ -f a && "$(cat a)" == x ]]`,
    `test -n "$(ls)"`,
    "grep '$(x)' a",
    "echo '`code`'",
    `echo "\${x@Q}"`,
  ])
    assert.ok(!isDoubted(line), line);
});
