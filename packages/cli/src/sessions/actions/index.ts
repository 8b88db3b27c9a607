import type { IndexAction, SessionsAction } from "../sessions-request.ts";

/** Actions on the index or the trash, which need no store. Each is loaded on use. */
export const INDEX_ACTIONS: ReadonlyMap<string, () => Promise<IndexAction>> = new Map([
  ["list", async () => (await import("./list.ts")).list],
  ["trash", async () => (await import("./trash.ts")).trash],
]);

/** Actions on sessions. */
export const ACTIONS: ReadonlyMap<string, () => Promise<SessionsAction>> = new Map([
  ["show", async () => (await import("./show.ts")).show],
  ["files", async () => (await import("./files.ts")).files],
  ["path", async () => (await import("./edit.ts")).path],
  ["rename", async () => (await import("./edit.ts")).rename],
  ["delete", async () => (await import("./edit.ts")).remove],
  ["prune", async () => (await import("./prune.ts")).prune],
  ["gc", async () => (await import("./prune.ts")).gc],
  ["relocate", async () => (await import("./relocate.ts")).relocate],
  ["export", async () => (await import("./export.ts")).exportSession],
  ["import", async () => (await import("./import.ts")).importSessions],
  ["check", async () => (await import("./check.ts")).check],
]);
