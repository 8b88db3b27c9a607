import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { ToolResult } from "../loop/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { downloadTool } from "./download.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { loopbackWeb, PRIVATE } from "./web/web.fixture.ts";

/*
 * T13: results of every file tool for every kind of file. Each row creates one kind of file and lists the expected
 * results of the tools. `after` is the content of the file after `two` was replaced by `2`.
 */
type Tool = "read" | "write" | "edit" | "apply_patch" | "grep" | "grep of its folder" | "glob" | "ls of its folder" | "ls" | "download";

/** Expected results of the tools to call. */
type Answers = Readonly<Partial<Record<Tool, RegExp | undefined>>>;

interface Kind {
  /** File name. Default: `odd`. */
  readonly name?: string;
  readonly make: (path: string, outside: string) => void;
  readonly answers: Answers;
  /** Expected content after `edit` and `apply_patch`. */
  readonly after?: string | Buffer;
  readonly skip?: string | false;
}

const TEXT = "one\ntwo\nthree\n";
const isRoot = process.getuid?.() === 0;

/** Text file that every tool reads and changes. `shown`: the name in the results. */
const asText = (shown = "odd"): Record<Tool, RegExp> => ({
  read: /^1\tone\n2\ttwo\n3\tthree/,
  write: new RegExp(`^Wrote ${shown} \\(\\d+ bytes\\)\\.`),
  edit: new RegExp(`^Edited ${shown} at line 2\\.`),
  apply_patch: new RegExp(`^Applied all changes of the patch:\nM ${shown}`),
  grep: new RegExp(`^${shown}\n2:two$`),
  "grep of its folder": new RegExp(`^${shown}\n2:two$`),
  glob: new RegExp(`^${shown}$`),
  "ls of its folder": new RegExp(`^${shown}$`),
  ls: new RegExp(`^! ${shown} is a file\\. Use read`),
  download: new RegExp(`^! ${shown} exists already\\.`),
});

/** Special file that cannot be read or written. */
const special = (mark: string): Record<Tool, RegExp> => ({
  read: /^! odd is a fifo, a socket or a device; only regular files can be read\.$/,
  write: /^! .*\/odd is a FIFO, socket or device, not a regular file\.$/,
  edit: /^! .*\/odd is a FIFO, socket or device, not a regular file\.$/,
  apply_patch: /^! .*\/odd is a FIFO, socket or device, not a regular file\.$/,
  grep: /^! .*\/odd is a FIFO, socket or device, not a regular file\.$/,
  "grep of its folder": /^No line matches\.$/,
  glob: /^No file matches/,
  "ls of its folder": new RegExp(`^odd${mark}$`),
  ls: /^! odd is a fifo, a socket or a device, not a folder\.$/,
  download: /^! odd exists already\./,
});

/** Path that does not exist. */
const missingPath = (path: string): Record<Tool, RegExp> => ({
  read: new RegExp(`^! ${path} does not exist\\. Find it with glob`),
  write: new RegExp(`^Created ${path} \\(4 bytes\\)`),
  edit: new RegExp(`^! ${path} does not exist\\. To create it, use write`),
  apply_patch: new RegExp(`^! ${path} does not exist\\. Nothing was changed`),
  grep: /^! .* does not exist\.$/,
  "grep of its folder": /^No line matches\./,
  glob: /^No file matches/,
  "ls of its folder": /^odd@$/,
  ls: /^! .* does not exist\.$/,
  download: new RegExp(`^Saved 5 bytes from .* to ${path}\\.$`),
});

const KINDS: Readonly<Record<string, Kind>> = {
  CRLF: { make: (path) => writeFileSync(path, "one\r\ntwo\r\nthree\r\n"), answers: asText(), after: "one\r\n2\r\nthree\r\n" },
  "mixed line ends": { make: (path) => writeFileSync(path, "one\r\ntwo\nthree\r\n"), answers: asText(), after: "one\r\n2\nthree\r\n" },
  "a byte order mark": { make: (path) => writeFileSync(path, `\uFEFF${TEXT}`), answers: asText(), after: "\uFEFFone\n2\nthree\n" },
  "no final newline": { make: (path) => writeFileSync(path, "one\ntwo\nthree"), answers: asText(), after: "one\n2\nthree" },
  "UTF-16": {
    make: (path) => writeFileSync(path, `\uFEFF${TEXT}`, "utf16le"),
    answers: asText(),
    after: Buffer.from("\uFEFFone\n2\nthree\n", "utf16le"),
  },
  "a single-byte encoding": {
    make: (path) => writeFileSync(path, "one\ntwo\nthree\n\u00ff", "latin1"),
    answers: asText(),
    after: Buffer.from("one\n2\nthree\n\u00ff", "latin1"),
  },
  "zero bytes": {
    make: (path) => writeFileSync(path, ""),
    answers: {
      ...asText(),
      read: /^\(odd is empty\)$/,
      edit: /^! oldText is not in odd/,
      apply_patch: /^! /,
      grep: /^No line matches\.$/,
      "grep of its folder": /^No line matches\.$/,
    },
  },
  "a sparse file of 2 GB": {
    make: (path) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 31);
    },
    answers: {
      ...asText(),
      read: /^! odd is too large \(2147483648 bytes\)\./,
      write: /^! .*\/odd is too large/,
      edit: /^! .*\/odd is too large/,
      apply_patch: /^! .*\/odd is too large/,
      // See odd-files.long.test.ts.
      grep: undefined,
      "grep of its folder": undefined,
    },
  },
  "a fifo": { make: (path) => void execFileSync("mkfifo", [path]), answers: special(" \\(not a regular file\\)") },
  "a device": {
    make: (path) => void execFileSync("mknod", [path, "c", "1", "5"]),
    answers: special(" \\(not a regular file\\)"),
    skip: !isRoot && "only root can make one",
  },
  "a folder": {
    make: (path) => mkdirSync(path),
    answers: {
      read: /^! odd is a folder\. Use ls/,
      write: /^! .*\/odd is a folder, not a file\.$/,
      edit: /^! .*\/odd is a folder, not a file\.$/,
      apply_patch: /^! .*\/odd is a folder, not a file\.$/,
      grep: /^No line matches\.$/,
      "grep of its folder": /^No line matches\.$/,
      glob: /^No file matches/,
      "ls of its folder": /^odd\/$/,
      ls: /^\(the folder is empty\)$/,
      download: /^! odd exists already/,
    },
  },
  "a link out of the folder": {
    make: (path, outside) => {
      writeFileSync(join(outside, "real"), TEXT);
      symlinkSync(join(outside, "real"), path);
    },
    answers: {
      ...asText("/.*/real"),
      "grep of its folder": /^No line matches\.$/,
      glob: /^No file matches/,
      "ls of its folder": /^odd@$/,
    },
    after: "one\n2\nthree\n",
  },
  "a link to nothing": { make: (path, outside) => symlinkSync(join(outside, "none"), path), answers: missingPath("/.*/none") },
  "a link to itself": {
    make: (path) => symlinkSync(path, path),
    answers: {
      ...Object.fromEntries(
        (["read", "write", "edit", "apply_patch", "grep", "ls", "download"] as const).map((tool) => [
          tool,
          /^! .*\/odd: its links form a cycle\.$/,
        ]),
      ),
      "grep of its folder": /^No line matches\.$/,
      glob: /^No file matches/,
      "ls of its folder": /^odd@$/,
    },
  },
  "a hard link": {
    make: (path, outside) => {
      writeFileSync(join(outside, "other"), TEXT);
      linkSync(join(outside, "other"), path);
    },
    answers: {
      ...asText(),
      edit: /other hard links, which still have the old content/,
      apply_patch: /other hard links, which still have the old content/,
    },
    after: "one\n2\nthree\n",
  },
  "the mode 0444": {
    make: (path) => {
      writeFileSync(path, TEXT);
      chmodSync(path, 0o444);
    },
    answers: asText(),
    after: "one\n2\nthree\n",
  },
  "another owner": {
    make: (path) => {
      writeFileSync(path, TEXT);
      chownSync(path, 65534, 65534);
    },
    answers: asText(),
    after: "one\n2\nthree\n",
    skip: !isRoot && "only root can give a file away",
  },
  "a line end in its name": {
    name: "odd\nname",
    make: (path) => writeFileSync(path, TEXT),
    // The patch format cannot represent this name.
    answers: { ...asText(String.raw`"odd\\nname"`), apply_patch: /^! Line 3 of the patch \("name"\) is invalid/ },
    after: "one\n2\nthree\n",
  },
  "an escape sequence in its name": {
    name: "odd\u001b[2J",
    make: (path) => writeFileSync(path, TEXT),
    answers: asText(String.raw`"odd\\u001b\[2J"`),
    after: "one\n2\nthree\n",
  },
  "a name that is not UTF-8": {
    make: (path) => writeFileSync(Buffer.from(path.replace(/odd$/, "odd\u00ff"), "latin1"), TEXT),
    answers: {
      ...missingPath("odd"),
      read: /^! odd does not exist\. Did you mean odd\uFFFD\?$/,
      edit: /^! odd does not exist\. Did you mean odd\uFFFD\? To create it, use write\.$/,
      "ls of its folder": /^odd\uFFFD$/,
      "grep of its folder": /^No line matches\.\n\(1 could not be read, for example: .*odd\uFFFD has a name that is not UTF-8\)$/,
      glob: /^No file matches/,
    },
    skip: process.platform !== "linux" && "only Linux takes such names",
  },
};

/** Returns the result of a tool. The result of an error starts with an exclamation mark. */
const answer = async (call: () => Promise<ToolResult & { readonly text: string }>): Promise<string> => {
  try {
    return (await call()).text;
  } catch (error) {
    assert.ok(error instanceof Error && error.name === "ToolError", `not a ToolError: ${String(error)}`);
    return `! ${error.message}`;
  }
};

const calls = (box: Awaited<ReturnType<typeof toolbox>>, path: string, url: string): Readonly<Record<Tool, () => Promise<string>>> => {
  const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-two\n+2\n*** End Patch`;
  const download = box.calling((workspace) => downloadTool(workspace, { privateHosts: [PRIVATE] }));
  return {
    read: () => answer(() => box.read({ path })),
    write: () => answer(() => box.write({ path, content: "new\n" })),
    edit: () => answer(() => box.edit({ path, oldText: "two", newText: "2" })),
    apply_patch: () => answer(() => box.patch({ input: patch })),
    grep: () => answer(() => box.grep({ pattern: "two", path })),
    "grep of its folder": () => answer(() => box.grep({ pattern: "two" })),
    glob: () => answer(() => box.glob({ pattern: "*" })),
    ls: () => answer(() => box.ls({ path })),
    "ls of its folder": () => answer(() => box.ls({})),
    download: () => answer(() => download({ url, path })),
  };
};

const CHANGES: ReadonlySet<string> = new Set(["write", "edit", "apply_patch"]);

const expectedOf = (answers: Answers): readonly (readonly [Tool, RegExp])[] =>
  Object.entries(answers).flatMap(([tool, expected]) => (expected === undefined ? [] : [[tool as Tool, expected]]));

/** Creates the file again for each tool. */
const eachTool = async (t: TestContext, { name = "odd", make, answers, after }: Kind): Promise<void> => {
  const { port } = await loopbackWeb(t, (_, response) => void response.end("bytes"));
  for (const [tool, expected] of expectedOf(answers)) {
    const box = await toolbox(t);
    const path = box.at(name);
    make(path, temporaryFolder(t));
    const before = existsSync(path) ? lstatSync(path) : undefined;
    const call = calls(box, name, `http://${PRIVATE}:${port}/`);
    if (CHANGES.has(tool)) await call.read();
    assert.match(await call[tool](), expected, tool);
    if (before === undefined) continue;
    const { mode, uid, gid } = lstatSync(path);
    assert.deepEqual([mode, uid, gid], [before.mode, before.uid, before.gid], `${tool} keeps kind, mode and owner`);
    if ((tool === "edit" || tool === "apply_patch") && after !== undefined && !expected.source.startsWith("^!"))
      assert.deepEqual(readFileSync(path), Buffer.from(after), tool);
  }
};

for (const [kind, row] of Object.entries(KINDS)) {
  test(`T13: ${kind}: each tool reads, changes or rejects it as specified`, { skip: row.skip ?? false }, (t) => eachTool(t, row));
}

/** Errors for a process without root privileges. */
const REFUSED: Readonly<Record<string, { readonly make: (folder: string) => void; readonly answers: Answers }>> = {
  "a file without read permission": {
    make: (folder) => writeFileSync(join(folder, "odd"), TEXT, { mode: 0o600 }),
    answers: {
      read: /^! Permission denied: .*\/odd\.$/,
      write: /^! Permission denied: .*\/odd\.$/,
      edit: /^! Permission denied: .*\/odd\.$/,
      apply_patch: /^! Permission denied: .*\/odd\.$/,
      grep: /^! Permission denied: .*\/odd\.$/,
      "grep of its folder": /^No line matches\.\n\(1 could not be read/,
      glob: /^odd$/,
      "ls of its folder": /^odd$/,
      download: /^! odd exists already/,
    },
  },
  "a file and folder of another user": {
    make: (folder) => {
      writeFileSync(join(folder, "odd"), TEXT);
      chownSync(folder, 0, 0);
      chmodSync(folder, 0o755);
    },
    answers: {
      read: asText().read,
      write: /^! Permission denied: .*\/odd\.$/,
      edit: /^! Permission denied: .*\/odd\.$/,
      apply_patch: /^! Permission denied: .*\/odd\.|^! .*Nothing was changed/s,
      grep: asText().grep,
      download: /^! odd exists already/,
    },
  },
};

const OTHER_USER = 65534;

/** Runs an action as an unprivileged user, so that file permissions apply. */
const asOtherUser = async <T>(action: () => Promise<T>): Promise<T> => {
  process.setegid?.(OTHER_USER);
  process.seteuid?.(OTHER_USER);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
};

for (const [kind, { make, answers }] of Object.entries(REFUSED)) {
  test(
    `T13: ${kind}: an unprivileged user changes it with no tool; each reports why`,
    { skip: !isRoot && "only root can become another user" },
    async (t) => {
      const { port } = await loopbackWeb(t, (_, response) => void response.end("bytes"));
      for (const [tool, expected] of expectedOf(answers)) {
        const box = await toolbox(t);
        chownSync(box.at(), OTHER_USER, OTHER_USER);
        make(box.at());
        const call = calls(box, "odd", `http://${PRIVATE}:${port}/`);
        // Loads the lazy modules first: that user may not have permission to read them. Reads the file first as well.
        await call.read();
        await call["grep of its folder"]();
        assert.match(await asOtherUser(call[tool]), expected, tool);
        assert.equal(readFileSync(box.at("odd"), "utf8"), TEXT, tool);
      }
    },
  );
}

test(
  "T13: changes a file of another user in the session user's folder, and reports the new owner",
  { skip: !isRoot && "only root can become another user" },
  async (t) => {
    const changes = {
      write: /^Wrote odd \(4 bytes\)\. It belonged/,
      edit: /^Edited odd at line 2\. It belonged/,
      apply_patch: /\nodd belonged/,
    };
    for (const [tool, expected] of Object.entries(changes)) {
      const box = await toolbox(t);
      chownSync(box.at(), OTHER_USER, OTHER_USER);
      writeFileSync(box.at("odd"), TEXT);
      // Like a setuid and setgid program of root that its group may write.
      chownSync(box.at("odd"), 0, 12);
      chmodSync(box.at("odd"), 0o6774);
      const call = calls(box, "odd", "");
      await call.read();
      await box.write({ path: "loaded", content: "x" });
      const result = await asOtherUser(call[tool as Tool]);
      assert.match(result, expected);
      assert.match(result, /belonged to another user and now belongs to the session's user\./);
      const { mode, uid } = lstatSync(box.at("odd"));
      assert.deepEqual([uid, (mode & 0o7777).toString(8)], [OTHER_USER, "744"], tool);
    }
  },
);
