import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

const options = noTmux === false ? {} : { skip: noTmux };

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

test("S2-35: at a terminal, cox review opens the session with its review, and the comments are the next prompt", options, async (t) => {
  await using cox = await openCox([bash("echo two >> a"), "Changed.", "Understood."]);
  await cox.write("a", "one\n");
  await cox.run(["Change it", "--mode", "yolo"]);
  await writeFile(join(cox.project, "a"), "mine\n");
  await using terminal = await openTmux(t, cox, { columns: 60, rows: 12 });
  await terminal.type("cox review");
  await terminal.press("Enter");
  await terminal.seen("+ two");
  assert.equal(await terminal.variable("alternate_on"), "1");
  assert.deepEqual((await terminal.screen()).slice(0, 5), [
    '1/1 a  Review of "Change it", 1 file',
    ">~ a  (+1 -0, changed since by something else, changed while",
    " a command ran)",
    " 1   one",
    " 2 + two",
  ]);
  await terminal.resize(20, 6);
  await terminal.press("Tab", "Enter");
  await terminal.seen("Comment:");
  await terminal.type("Why two?");
  await terminal.press("Enter");
  await terminal.seen("# Why two?");
  await terminal.resize(80, 24);
  await terminal.press("C-s");
  await terminal.seen("> two");
  assert.equal(await terminal.variable("alternate_on"), "0");
  await terminal.press("Enter");
  await terminal.seen("Understood.");
  const [last] = cox.server.requests.slice(-1);
  const sent = JSON.stringify("Review comments on your changes:\n\na:2\n> two\nWhy two?").slice(1, -1);
  assert.ok(JSON.stringify(last).includes(sent), JSON.stringify(last).slice(-400));
  const lines = await terminal.lines();
  assert.equal(lines.filter((line) => line.includes("Changed.")).length, 1);
});
