import type xterm from "@xterm/headless";
import { COX, type CoxScene, openCox } from "../../tests/cli/cox-scene.ts";
import { openPseudoTerminal, type PseudoTerminal } from "./pseudo-terminal.ts";

/** A picture of a screen. */
export interface Scene {
  /** Name of its file in docs, without `.svg`. */
  readonly name: string;
  /** Describes it to those who do not see it. */
  readonly title: string;
}

export const SCENES = [
  { name: "screen-question", title: "An interactive session of cox: a failed test, and a question that shows the edit before it is made" },
  { name: "screen-done", title: "The same session after the edit: the test passes, and the answer has a list and code" },
] as const satisfies readonly Scene[];

type SceneName = (typeof SCENES)[number]["name"];

const MEDIAN = `export const median = (values) => {
  const sorted = values.sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 0 ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle];
};
`;

const TEST = `import assert from "node:assert/strict";
const { median } = await import("./median.js");

assert.equal(median([3, 10, 2]), 3);
console.log("1 test passed");
`;

const ANSWER = `The test passes. \`sort()\` without a comparison sorts numbers **as strings**, so 10 came before 2.

- \`toSorted\` compares by value
- and leaves the caller's array unchanged

\`\`\`js
const sorted = values.toSorted((a, b) => a - b);
\`\`\``;

/** The footer once the sandbox is known, which it is after the first command. */
const SANDBOX = /sandbox on|no sandbox/;

const RUN_TEST = { name: "bash", input: { command: "node median.test.js" } };

/** Runs the session of the pictures, and passes the screen at each scene. */
export const playScenes = async (draw: (name: SceneName, screen: xterm.Terminal) => void): Promise<void> => {
  await using cox = await openCox([
    { text: "I run the test first.", calls: [RUN_TEST] },
    { text: "The sort is wrong. I read the function.", calls: [{ name: "read", input: { path: "median.js" } }] },
    {
      calls: [
        {
          name: "edit",
          input: { path: "median.js", edits: [{ oldText: "values.sort()", newText: "values.toSorted((a, b) => a - b)" }] },
        },
      ],
    },
    { calls: [RUN_TEST] },
    ANSWER,
  ]);
  await cox.write("package.json", '{ "type": "module" }\n');
  await cox.write("median.js", MEDIAN);
  await cox.write("median.test.js", TEST);
  await using terminal = openScreen(cox);
  await terminal.seen("Yes, once");
  await terminal.seen("% context");
  await terminal.seen(SANDBOX);
  draw("screen-question", terminal.screen);
  terminal.type("y");
  await terminal.seen("5 turns");
  await terminal.seen("% context");
  draw("screen-done", terminal.screen);
};

const openScreen = (cox: CoxScene): PseudoTerminal => {
  const words = [process.execPath, ...COX, "--allow", "bash(node median.test.js)", "fix the failing test"];
  const command = words.map((word) => `'${word}'`).join(" ");
  return openPseudoTerminal(command, { columns: 126, rows: 40, cwd: cox.project, env: cox.env });
};

/**
 * The text of a picture or a screen that is the same each time: without figures, moving signs, spaces, the
 * folder of the scene, and the sandbox, which not every machine has.
 */
export const steadyText = (rows: readonly string[]): string =>
  rows
    .join(" ")
    .replaceAll(/\S*(?:cox-cli-|\/home\/grace)\S*/g, "FOLDER")
    .replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, "*")
    .replaceAll(new RegExp(SANDBOX, "g"), "sandbox")
    .replaceAll(/\d+(?:\.\d+)?/g, "0")
    .replaceAll(/\s+/g, "");
