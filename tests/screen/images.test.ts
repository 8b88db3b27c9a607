import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { coxProcess, noTmux, openTmux } from "./tmux-scene.ts";

const skip = noTmux === false ? {} : { skip: noTmux };

/** A white PNG of 64 by 64 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mP4DwUMo4xRBukMAOPT/hAC2mzjAAAAAElFTkSuQmCC";

/** Commands for images in the alternate screen, by the ids of the images. */
const imageCommands = (written: string): Readonly<Record<"sent" | "placed" | "freed", readonly string[]>> => {
  const alternate = written
    .split("\u001b[?1049h")
    .slice(1)
    .map((part) => part.split("\u001b[?1049l")[0] ?? "")
    .join("");
  const ids = (command: string): readonly string[] => {
    const found = alternate.matchAll(new RegExp(`\u001b_Ga=${command},[^;\u001b]*?i=(\\d+)`, "g"));
    return [...new Set(Array.from(found, ([, id = ""]) => id))];
  };
  return { sent: ids("t"), placed: ids("p"), freed: ids("d,d=I") };
};

test(
  "in a terminal that names itself kitty, the full screen asks for the cells, draws images, and frees them on Ctrl+Z and SIGTERM",
  skip,
  async (t) => {
    await using cox = await openCox(["It is white."]);
    await cox.write("white.png", Buffer.from(PNG, "base64"));
    await using terminal = await openTmux(t, cox);
    await terminal.type("TMUX= TERM=xterm-kitty KITTY_WINDOW_ID=1 cox --screen full 'see @white.png'");
    await terminal.press("Enter");
    await terminal.seen("[image: white.png, image/png, 64x64");
    await terminal.seen("1 turn");
    assert.ok(terminal.written.includes("\u001b[16t"));
    const before = imageCommands(terminal.written);
    assert.equal(before.sent.length, 1);
    assert.deepEqual([before.placed, before.freed], [before.sent, []]);

    await terminal.press("C-z");
    await terminal.seen("Stopped");
    assert.deepEqual(imageCommands(terminal.written).freed, before.sent);

    await terminal.type("fg");
    await terminal.press("Enter");
    await terminal.seen("[image: white.png, image/png, 64x64");
    process.kill(await coxProcess(terminal), "SIGTERM");
    await terminal.seen("cox -r");
    const after = imageCommands(terminal.written);
    assert.equal(after.sent.length, 2);
    assert.deepEqual(after.freed, after.sent);
  },
);

test("an uncaught exception frees the images of the full screen", skip, async (t) => {
  await using cox = await openCox(["It is white."]);
  await cox.write("white.png", Buffer.from(PNG, "base64"));
  await cox.write("fault.mjs", `process.once("SIGUSR2", () => { throw new Error("out of order"); });\n`);
  await using terminal = await openTmux(t, cox);
  await terminal.type(
    `TMUX= TERM=xterm-kitty KITTY_WINDOW_ID=1 NODE_OPTIONS=--import=${cox.project}/fault.mjs cox --screen full 'see @white.png'`,
  );
  await terminal.press("Enter");
  await terminal.seen("1 turn");
  process.kill(await coxProcess(terminal), "SIGUSR2");
  await terminal.seen("out of order");
  const { sent, freed } = imageCommands(terminal.written);
  assert.deepEqual([sent.length, freed], [1, sent]);
});
