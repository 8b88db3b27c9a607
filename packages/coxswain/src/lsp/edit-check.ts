import type { CodeProblem, Timers, Workspace } from "../workspace/index.ts";
import { newProblems } from "./new-problems.ts";
import { readSource } from "./read-source.ts";
import type { RestartingServer } from "./restarting-server.ts";
import type { Server } from "./server.ts";

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
  readonly files: readonly { readonly path: string; readonly server: RestartingServer }[];
  readonly workspace: Workspace;
  readonly running: () => readonly Server[];
  /** Milliseconds. */
  readonly timeout: number;
  readonly timers: Timers;
}

interface CheckedFile {
  readonly path: string;
  readonly server: RestartingServer;
  /** Content before the edit. Undefined: the file does not exist. */
  readonly before: string | undefined;
  /** Its errors before the edit, or why they are not known: a clause. */
  readonly baseline: Promise<readonly CodeProblem[] | string>;
}

/** Requests the errors before an edit. Undefined: there is nothing to check. */
export const checkEdit = async (edit: CheckedEdit): Promise<EditCheck | undefined> => {
  const { workspace, timeout } = edit;
  const states = await Promise.all(edit.files.map(({ server }) => server.state()));
  const served = edit.files.filter((_, at) => states[at]?.kind !== "unavailable");
  if (served.length === 0) return undefined;
  const files = await Promise.all(
    served.map(async ({ path, server }): Promise<CheckedFile> => {
      const before = await readSource(workspace, path);
      // It still works on an earlier edit: waiting again would delay every edit.
      const isBusy = server.running?.isBusy === true;
      const baseline = isBusy ? Promise.resolve(`its server is still busy with an earlier change`) : errorsOf(server, path, before);
      return { path, server, before, baseline };
    }),
  );
  const unanswered = `its server did not answer within ${timeout / 1000} s`;
  return {
    async finish(signal) {
      const afterwards = await Promise.all(files.map(async (file) => ({ ...file, after: await readSource(workspace, file.path) })));
      for (const server of edit.running()) server.filesChanged(afterwards.flatMap(changeOf));
      for (const { path, server, after } of afterwards) if (after === undefined) server.running?.close(path);
      const checks = afterwards
        .filter(({ after, before }) => after !== undefined && after !== before)
        .map(async (file) => ({ path: file.path, found: await withinTime(errorsAfter(file), unanswered, signal, edit) }));
      const found = await Promise.all(checks);
      return {
        errors: found.flatMap(({ found: errors }) => (typeof errors === "string" ? [] : errors)),
        unchecked: [...new Set(found.flatMap(({ found: errors }) => (typeof errors === "string" ? [errors] : [])))],
      };
    },
  };
};

const changeOf = ({ path, before, after }: CheckedFile & { readonly after: string | undefined }) => {
  if (before === after) return [];
  return [{ path, type: after === undefined ? "deleted" : before === undefined ? "created" : "changed" } as const];
};

const errorsAfter = async ({ path, server, before, baseline, after = "" }: CheckedFile & { readonly after?: string | undefined }) => {
  const old = await baseline;
  if (typeof old === "string") return old;
  const errors = await errorsOf(server, path, after);
  if (typeof errors === "string") return errors;
  return newProblems({ text: before ?? "", problems: old }, { text: after, problems: errors });
};

/** Errors of a file with a content, or why they are not known. Never rejects. */
const errorsOf = async (server: RestartingServer, path: string, text: string | undefined): Promise<readonly CodeProblem[] | string> => {
  try {
    const started = await server.start();
    if (text === undefined) return [];
    const problems = await started.problems(path, text, new AbortController().signal);
    return problems.filter(({ severity }) => severity === "error");
  } catch (error) {
    return `its server failed: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** The answer, or a reason once the time is over. A late answer has no effect. */
const withinTime = async <T>(
  answer: Promise<T>,
  reason: string,
  signal: AbortSignal,
  { timeout, timers }: CheckedEdit,
): Promise<T | string> => {
  const over = Promise.withResolvers<string>();
  const cancel = timers.after(timeout, () => over.resolve(reason));
  const abort = (): void => over.resolve("the run was aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
  }
};
