import assert from "node:assert/strict";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { messagesOf, openCox } from "../cli/cox-scene.ts";
import { coxProcess, noTmux, openTmux } from "./tmux-scene.ts";

const skip = noTmux === false ? {} : { skip: noTmux };

test("text that was typed before a kill is in the editor of the next session, with its paste", skip, async (t) => {
  await using cox = await openCox(["Thank you."]);
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox --screen inline");
  await terminal.press("Enter");
  await terminal.seen("· ask");
  await terminal.type("Explain \u{1f600} ");
  await terminal.paste("a pasted line\n".repeat(30));
  await terminal.seen("Explain \u{1f600} [pasted 30 lines]");
  const drafts = join(cox.home, "data", "drafts");
  while ((await readdir(drafts, { recursive: true }).catch(() => [])).every((name) => !name.endsWith(".json")));
  process.kill(await coxProcess(terminal), "SIGKILL");
  await terminal.seen("Killed");
  await terminal.type("stty sane; cox --screen inline");
  await terminal.press("Enter");
  await terminal.seen("Restored an unsent prompt");
  await terminal.press("Enter");
  await terminal.seen("Thank you.");
  assert.match(
    JSON.stringify(messagesOf(cox.server.requests[0])),
    /Explain \u{1f600} a pasted line\\n(?:a pasted line\\n){28}a pasted line/u,
  );
});

test("keys that arrive with Ctrl+D are in the editor of the next session, and not in the shell", skip, async (t) => {
  await using cox = await openCox();
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox");
  await terminal.press("Enter");
  await terminal.seen("· ask");
  // In one write, as keys that are typed while the process is busy.
  await terminal.press("C-d", "w", "i", "n", "d");
  await terminal.seen(/^\$(?! cox)/);
  await terminal.type("cox");
  await terminal.press("Enter");
  await terminal.seen("Restored an unsent prompt");
  await terminal.seen(/^wind$/);
});

test("Shift+Enter is a new line in Konsole, which sends another key for it", skip, async (t) => {
  await using cox = await openCox(["Thank you."]);
  await using terminal = await openTmux(t, cox);
  await terminal.type("KONSOLE_VERSION=221203 cox --screen inline");
  await terminal.press("Enter");
  await terminal.seen("· ask");
  await terminal.type("one\u001bOMtwo");
  await terminal.seen(/^two/);
  await terminal.press("Enter");
  await terminal.seen("Thank you.");
  assert.match(JSON.stringify(messagesOf(cox.server.requests[0])), /one\\ntwo/);
});

test("the prompt of an earlier session is found with Ctrl+R, edited outside, and sent with a file", skip, async (t) => {
  await using cox = await openCox(["One.", "Two."]);
  await cox.write("src/main.ts", "the content\n");
  await cox.write("edit.sh", '#!/bin/sh\nprintf "%s, briefly" "$(cat "$1")" > "$1"\n');
  await chmod(join(cox.project, "edit.sh"), 0o755);
  await cox.run(["Explain the parser"]);
  await using terminal = await openTmux(t, cox, { env: { VISUAL: join(cox.project, "edit.sh") } });
  await terminal.type("cox --screen inline");
  await terminal.press("Enter");
  await terminal.seen("· ask");
  await terminal.press("C-r");
  await terminal.seen("Explain the parser");
  await terminal.type("pars");
  await terminal.press("Enter", "C-g");
  await terminal.seen("Explain the parser, briefly");
  await terminal.type(" @ma");
  await terminal.seen(/^ {2}src\/main\.ts/);
  await terminal.press("Tab");
  await terminal.seen("@src/main.ts");
  await terminal.press("Enter");
  await terminal.seen("Two.");
  const sent = JSON.stringify(messagesOf(cox.server.requests[1]).at(-1));
  assert.match(sent, /Explain the parser, briefly @src\/main\.ts/);
  assert.match(sent, /the content/);
});
