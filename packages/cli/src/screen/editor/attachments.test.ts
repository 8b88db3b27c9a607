import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { partsOf } from "./chips.ts";
import { clipboardImage } from "./clipboard-image.ts";
import { GIF, KEYS, openEditor, paste } from "./editor.fixture.ts";
import { editExternally } from "./external-editor.ts";

const folderFor = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-attachments-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Writes an executable shell script. */
const script = (folder: string, name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(file, 0o755);
  return file;
};

test("a dropped image is a label with its name and size, and an image part of the prompt", async (t) => {
  const cwd = folderFor(t);
  const path = join(cwd, "my shot.gif");
  writeFileSync(path, GIF);
  for (const dropped of [path, `'${path}'`, `"${path}"`, path.replaceAll(" ", "\\ "), pathToFileURL(path).href, `${path} `]) {
    const scene = openEditor({ cwd });
    scene.type("Like");
    scene.press(paste(dropped));
    assert.equal(scene.editor.text, "Like [image 1: my shot.gif, 3x2] ", dropped);
    scene.press(KEYS.enter);
    const parts = partsOf(scene.submitted[0]?.attached ?? new Map());
    assert.deepEqual([...parts.values()], [{ type: "image", mediaType: "image/gif", data: GIF.toString("base64"), name: "my shot.gif" }]);
  }
});

test("other dropped files and folders are mentions, relative to the folder of the session", (t) => {
  const cwd = folderFor(t);
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "a b.ts"), "");
  writeFileSync(join(cwd, "fake.png"), "no image");
  const scene = openEditor({ cwd: join(cwd, "src") });
  scene.press(paste([`'${cwd}/src/a b.ts'`, join(cwd, "fake.png"), cwd].join(" ")));
  assert.equal(scene.editor.text, `@"a b.ts" @${cwd}/fake.png @${cwd}/ `);
});

test("a paste with a path among other words, of a missing file, or in a shell command stays text", (t) => {
  const cwd = folderFor(t);
  writeFileSync(join(cwd, "a.ts"), "");
  for (const text of [`see ${cwd}/a.ts`, `${cwd}/a.ts is broken`, `${cwd}/missing.ts`, "file://elsewhere/a.ts", "a.ts", "/"]) {
    const scene = openEditor({ cwd });
    scene.press(paste(text));
    if (text !== "/") assert.equal(scene.editor.text, text);
  }
  const scene = openEditor({ cwd });
  scene.type("!cat ");
  scene.press(paste(`${cwd}/a.ts`));
  assert.equal(scene.editor.text, `!cat ${cwd}/a.ts`);
});

test("the image of the clipboard comes from the first program that exists", async (t) => {
  const bin = folderFor(t);
  writeFileSync(join(bin, "image.gif"), GIF);
  script(bin, "xclip", [`[ -z "$ACME_API_KEY" ] && [ "$DISPLAY" = :0 ] && /bin/cat "${bin}/image.gif"`]);
  const env = { PATH: bin, ACME_API_KEY: "secret", WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" };
  assert.deepEqual(Buffer.from(await clipboardImage({ env, platform: "linux" })), GIF);
  script(bin, "osascript", [`printf '«data PNGf${GIF.toString("hex").toUpperCase()}»'`]);
  assert.deepEqual(Buffer.from(await clipboardImage({ env, platform: "darwin" })), GIF);
  script(bin, "powershell.exe", [`printf '${GIF.toString("base64")}\\r\\n'`]);
  assert.deepEqual(Buffer.from(await clipboardImage({ env: { PATH: bin, WSL_DISTRO_NAME: "Debian" }, platform: "linux" })), GIF);
});

test("a clipboard without an image and a machine without a program are clear lines", async (t) => {
  const bin = folderFor(t);
  const env = { PATH: bin, DISPLAY: ":0" };
  await assert.rejects(clipboardImage({ env, platform: "linux" }), {
    message: "the clipboard's image cannot be read: install xclip. Or write @ and the path of its file",
  });
  await assert.rejects(clipboardImage({ env: { PATH: bin }, platform: "linux" }), /neither WAYLAND_DISPLAY nor DISPLAY is set/);
  script(bin, "xclip", ["echo 'Error: target image/png not available' >&2", "exit 1"]);
  await assert.rejects(clipboardImage({ env, platform: "linux" }), { message: "no image in the clipboard" });
});

test("the pasted image of the clipboard has a label without a name", async () => {
  const scene = openEditor({ clipboardImage: async () => GIF });
  await scene.editor.pasteImage();
  await scene.editor.pasteImage();
  assert.equal(scene.editor.text, "[image 1: 3x2] [image 2: 3x2] ");
  scene.press(KEYS.backspace, KEYS.backspace);
  assert.equal(scene.editor.text, "[image 1: 3x2] ");
});

test("the user's editor gets the prompt in a private file and returns it, VISUAL before EDITOR, with options", async (t) => {
  const folder = folderFor(t);
  const editor = script(folder, "edit", [
    `dirname "$2" > "${folder}/place"`,
    `ls -ld "$(dirname "$2")" "$2" | cut -c1-10 > "${folder}/modes"`,
    `[ "$1" = --wait ] && printf '%s, edited\\n' "$(cat "$2")" > "$2"`,
  ]);
  const env = { PATH: process.env["PATH"], TMPDIR: folder, VISUAL: `${editor} --wait`, EDITOR: "false" };
  assert.equal(await editExternally("two\nlines", env), "two\nlines, edited");
  assert.deepEqual(readFileSync(join(folder, "modes"), "utf8").split("\n").slice(0, 2), ["drwx------", "-rw-------"]);
  assert.equal(existsSync(readFileSync(join(folder, "place"), "utf8").trim()), false, "the file is removed");
});

test("without an editor, or with one that fails, the error names the next step", async () => {
  await assert.rejects(editExternally("x", { VISUAL: " " }), {
    message: "no editor is set. Set VISUAL or EDITOR, for example: export EDITOR=nano",
  });
  const env = { PATH: process.env["PATH"] };
  await assert.rejects(editExternally("x", { ...env, EDITOR: "exit 3;" }), /the editor failed \(exit code 3\)/);
});
