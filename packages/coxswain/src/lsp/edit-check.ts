import type { CodeProblem, Timers, Workspace } from "../workspace/index.ts";
import { newProblems } from "./new-problems.ts";
import { readSource, refreshDocuments, type SourceContent } from "./read-source.ts";
import type { RestartingServer } from "./restarting-server.ts";
import type { FileEvent, Server } from "./server.ts";

/** Errors that an edit caused, or why they are not known. */
export interface EditErrors {
  readonly errors: readonly CodeProblem[];
  /** Reasons why errors of changed files are not known: clauses. */
  readonly unchecked: readonly string[];
}

/** The check of an edit that is about to happen. */
export interface EditCheck {
  /** Waits a bounded time for the errors, after the edit. */
  finish(signal: AbortSignal): Promise<EditErrors>;
}

export interface CheckedEdit {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Returns the server of a file. Undefined: none can serve it. */
  readonly serverOf: (path: string) => RestartingServer | undefined;
  readonly workspace: Workspace;
  /** Notifies all running servers. */
  readonly filesChanged: (events: readonly FileEvent[]) => void;
  /** Servers that owe an answer whose time is over. */
  readonly late: Set<RestartingServer>;
  /** Milliseconds. */
  readonly timeout: number;
  readonly timers: Timers;
}

/** Errors by path, or why they are not known: a clause. */
type Errors = ReadonlyMap<string, readonly CodeProblem[]> | string;

/** The files of an edit that one server serves. */
interface ServedFiles {
  readonly server: RestartingServer;
  /** Their contents before the edit. */
  readonly before: readonly SourceContent[];
  readonly baseline: Promise<Errors>;
}

/** Requests the errors before an edit. */
export const checkEdit = async (edit: CheckedEdit): Promise<EditCheck> => {
  const { paths, workspace, serverOf, filesChanged, late, timeout } = edit;
  const contents = (): Promise<readonly SourceContent[]> =>
    Promise.all(paths.map(async (path) => ({ path, text: await readSource(workspace, path) })));
  const before = await contents();
  const served = [...Map.groupBy(before, ({ path }) => serverOf(path))].flatMap(([server, files]): readonly ServedFiles[] => {
    if (server === undefined) return [];
    // Waiting again would delay every edit.
    const baseline = late.has(server)
      ? Promise.resolve("its server is still busy with an earlier change")
      : errorsOf(server, files, workspace);
    return [{ server, before: files, baseline }];
  });
  return {
    async finish(signal) {
      const after = await contents();
      filesChanged(before.flatMap(({ path, text }, at) => eventOf(path, text, after[at]?.text)));
      const texts = new Map(after.map(({ path, text }) => [path, text]));
      const checks = served.map(({ server, ...files }) => {
        const check = newErrors(server, files, texts, workspace);
        return withinTime({ check, server, late, reason: `its server did not answer within ${timeout / 1000} s`, signal }, edit);
      });
      const found = await Promise.all(checks);
      return {
        errors: found.flatMap((errors) => (typeof errors === "string" ? [] : errors)),
        unchecked: [...new Set(found.filter((errors) => typeof errors === "string"))],
      };
    },
  };
};

const eventOf = (path: string, before: string | undefined, after: string | undefined): readonly FileEvent[] => {
  if (before === after) return [];
  return [{ path, type: after === undefined ? "deleted" : before === undefined ? "created" : "changed" }];
};

/** Errors in changed files that they did not have before. */
const newErrors = async (
  server: RestartingServer,
  { before, baseline }: Omit<ServedFiles, "server">,
  after: ReadonlyMap<string, string | undefined>,
  workspace: Workspace,
): Promise<readonly CodeProblem[] | string> => {
  const changed = before.filter(({ path, text }) => after.get(path) !== text);
  if (changed.length === 0) return [];
  const old = await baseline;
  if (typeof old === "string") return old;
  const contents = changed.map(({ path }) => ({ path, text: after.get(path) }));
  const current = await errorsOf(server, contents, workspace);
  if (typeof current === "string") return current;
  const found = changed.map(({ path, text = "" }) =>
    newProblems({ text, problems: old.get(path) ?? [] }, { text: after.get(path) ?? "", problems: current.get(path) ?? [] }),
  );
  return (await Promise.all(found)).flat();
};

/** Never rejects. */
const errorsOf = async (server: RestartingServer, contents: readonly SourceContent[], workspace: Workspace): Promise<Errors> => {
  try {
    const started = await server.start();
    return await started.exclusively(new AbortController().signal, (signal) => contentErrors(started, contents, workspace, signal));
  } catch (error) {
    return `its server failed: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const contentErrors = async (
  server: Server,
  contents: readonly SourceContent[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly CodeProblem[]>> => {
  const paths = contents.map(({ path }) => path);
  await refreshDocuments(server, workspace, paths);
  // The server receives all contents before it is asked, because a change of one file may need that of another.
  for (const { path, text } of contents) {
    if (text === undefined) server.close(path);
    else server.sync(path, text);
  }
  const found = new Map<string, readonly CodeProblem[]>();
  for (const { path, text } of contents) {
    if (text === undefined) continue;
    // It may have been closed by then, since only some documents are open at a time.
    server.sync(path, text);
    const problems = await server.problems(path, signal);
    found.set(
      path,
      problems.filter(({ severity }) => severity === "error"),
    );
  }
  return found;
};

interface TimedCheck<T> {
  readonly check: Promise<T>;
  readonly server: RestartingServer;
  readonly late: Set<RestartingServer>;
  readonly reason: string;
  readonly signal: AbortSignal;
}

/** The result of a check, or a reason once the time is over. A late result has no effect. */
const withinTime = async <T>(
  { check, server, late, reason, signal }: TimedCheck<T>,
  { timeout, timers }: Pick<CheckedEdit, "timeout" | "timers">,
): Promise<T | string> => {
  const over = Promise.withResolvers<string>();
  const cancel = timers.after(timeout, () => {
    late.add(server);
    void check.then(
      () => late.delete(server),
      () => late.delete(server),
    );
    over.resolve(reason);
  });
  const abort = (): void => over.resolve("the run was aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([check, over.promise]);
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
  }
};
