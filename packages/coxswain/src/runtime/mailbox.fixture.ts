import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Store } from "../log/index.ts";
import type { PermissionAskEntry, PermissionReplyEntry } from "../journal/index.ts";
import { jsonlStore } from "../store/index.ts";
import { type EntryEvent, followSession } from "./follow-session.ts";
import { sayTool } from "./runtime.fixture.ts";

/** Tool that requests permission for each string that it emits. */
export const sayToolWithPermission = () =>
  sayTool({ effect: "execute", needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }] });

export const temporaryFolder = (t: TestContext): string => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-mailbox-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** Returns the files that are pending or rejected in the mailboxes of sessions. */
export const mailboxFilesIn = (directory: string): readonly string[] =>
  namesBelow(directory).filter((name) => /\.(inbox|refused-)/.test(name));

/** Returns the facts of a session as another process reads them, up to the first match. */
export const until = async <E extends EntryEvent["entry"]>(
  store: Store,
  id: string,
  matches: (entry: EntryEvent["entry"]) => entry is E,
  after = -1,
): Promise<E> => {
  for await (const { entry } of followSession(store, id, { after })) if (matches(entry)) return entry;
  throw new Error("the session was removed");
};

export const isAsk = (entry: EntryEvent["entry"]): entry is PermissionAskEntry => entry.type === "permission_ask";
export const isReply = (entry: EntryEvent["entry"]): entry is PermissionReplyEntry => entry.type === "permission_reply";

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * Starts a process that owns a session with a call that waits for permission. Its approver allows the call after a line
 * arrives on the process's stdin.
 */
export const ownerWithQuestion = async (t: TestContext, directory: string) => {
  const script = `
    import { once } from "node:events";
    import { jsonlStore } from ${source("../store/index.ts")};
    import { openScene, callSay } from ${source("./runtime.fixture.ts")};
    import { sayToolWithPermission } from ${source("./mailbox.fixture.ts")};
    const ask = async () => {
      await once(process.stdin, "data");
      return { kind: "once" };
    };
    await using scene = await openScene({
      store: jsonlStore({ directory: ${JSON.stringify(directory)} }),
      script: [callSay("ahoy"), "Done."],
      tools: [sayToolWithPermission()],
      policy: () => undefined,
      ask,
      now: Date.now,
      mailbox: "on-open",
    });
    await scene.session.prompt("go").outcome;
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", script], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  const ended = once(child, "close") as Promise<[number | null]>;
  const store = jsonlStore({ directory });
  const id = await firstSession(store);
  return { store, id, child: child as ChildProcess, say: (line: string) => child.stdin.write(line), ended };
};

const firstSession = async (store: Store): Promise<string> => {
  for (;;) {
    for await (const { id } of store.list()) return id;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** Reads again if a folder is removed during the reading. */
const namesBelow = (root: string): readonly string[] => {
  try {
    return readdirSync(root, { recursive: true, encoding: "utf8" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || !existsSync(root)) throw error;
    return namesBelow(root);
  }
};
