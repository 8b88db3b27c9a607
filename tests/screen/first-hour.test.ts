import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

/** Keys of the guide by tmux's names. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "Enter",
  Esc: "Escape",
  "Shift+Tab": "BTab",
  "Alt+Enter": "M-Enter",
  "Ctrl+C": "C-c",
  "Ctrl+D": "C-d",
  "Ctrl+R": "C-r",
};

interface Step {
  readonly text: string;
  readonly keys: readonly string[];
  readonly seen: string;
}

/** The steps of the guide: the rows whose second cell is code. */
const steps = readFileSync(join(import.meta.dirname, "..", "..", "docs", "terminal.md"), "utf8")
  .split("\n")
  .flatMap((line): readonly Step[] => {
    const [, typed = "", seen] = /^\| (.+?) \| `(.+?)` \|/.exec(line) ?? [];
    if (seen === undefined) return [];
    const [, text = "", rest = ""] = /^(?:`(.*?)`)? ?(.*)$/.exec(typed) ?? [];
    return [{ text, keys: rest === "" ? [] : rest.split(" ").map((name) => KEYS[name] ?? name), seen }];
  });

const MEDIAN = "export const median = (values) => values.sort()[Math.floor(values.length / 2)];\n";

test("the first hour of docs/terminal.md, step by step", noTmux === false ? {} : { skip: noTmux }, async (t) => {
  await using cox = await openCox([
    "It computes the median of numbers.",
    { calls: [{ name: "read", input: { path: "median.js" } }] },
    {
      calls: [
        { name: "edit", input: { path: "median.js", edits: [{ oldText: "values.sort()", newText: "values.toSorted((a, b) => a - b)" }] } },
      ],
    },
    "The test passes now.",
    { calls: [{ name: "bash", input: { command: "sleep 60" } }] },
    "You are welcome.",
  ]);
  await cox.write("package.json", '{ "type": "module" }\n');
  await cox.write("median.js", MEDIAN);
  await cox.write("median.test.js", "");
  // Outside of the sandbox where there is none.
  await cox.set({ permissions: { allow: ["bash(sleep)"] } });
  await using terminal = await openTmux(t, cox, { rows: 40 });
  for (const { text, keys, seen } of steps) {
    if (text !== "") await terminal.type(text);
    if (keys.length > 0) await terminal.press(...keys);
    await terminal.seen(seen);
  }
});
