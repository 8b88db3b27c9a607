import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { delimiter, dirname, isAbsolute } from "node:path";
import type { Confinement } from "../confinement.ts";
import { ProcessError } from "../errors.ts";
import type { ProcessEnd } from "../process.ts";
import type { ProgramOptions, RunningProgram } from "../programs.ts";
import { type Entered, makeSandbox, type SandboxConfig, sandboxFolder } from "../sandbox/index.ts";
import { programFolders } from "./find-program.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { type CommandMark, groupEnding, processGroup } from "./process-group.ts";
import { groupMemory } from "./process-memory.ts";
import { realPath } from "./real-path.ts";
import { admit } from "./run-command.ts";
import { startCommand } from "./start-command.ts";

export interface ProgramHost extends Pick<SandboxConfig, "find" | "mark" | "timers"> {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: SandboxConfig["options"] | undefined;
  readonly guard: OrphanGuard;
  /** Programs and commands with running processes, by process group. */
  readonly groups: Map<number, CommandMark>;
}

/** Characters of standard error to retain. */
const ERRORS = 2000;

/** @throws {ProcessError} */
export const startProgram = async ({ program, args, env, onOutput }: ProgramOptions, host: ProgramHost): Promise<RunningProgram> => {
  const { root, timers, guard, groups } = host;
  const folder = await realPath(await sandboxFolder());
  const confined = await confinedIn(folder, await foldersOf([program, ...args.filter(isAbsolute)]), host).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const { entered, confinement } = confined;
  const words = ["-c", 'exec "$@"', "sh", ...(entered?.program ?? []), program, ...args];
  const path = programFolders(root, host.env["PATH"] ?? "").join(delimiter);
  const temporary = { PATH: path, TMPDIR: folder, XDG_CACHE_HOME: folder, ...env };
  let started;
  let leader: number;
  try {
    started = startCommand({
      arguments: words,
      cwd: folder,
      env: { ...host.env, ...entered?.env, ...temporary },
      input: "",
      guard,
      confined: entered?.check !== undefined,
      filter: entered?.filter,
    });
    leader = await started.started;
  } catch (error) {
    await confined.release();
    throw error;
  }
  const { child, mark, exited, sandbox } = started;
  const outer = processGroup(leader);
  const group = sandbox?.status.withNamespace(outer) ?? outer;
  groups.set(group.id, mark);
  guard.started(mark, group.id);
  if (sandbox !== undefined && entered?.check !== undefined) void admit(sandbox, entered.check, group);

  let errors = "";
  const [stdin, stdout, stderr] = [child.stdin as Socket, child.stdout as Socket, child.stderr as Socket];
  stdin.on("error", () => {});
  stdout.on("data", onOutput);
  stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString("utf8", Math.max(0, chunk.length - ERRORS))).slice(-ERRORS);
  });
  const ending = groupEnding(sandbox === undefined ? mark.withDaemons(group) : group, timers);
  const settle = async (): Promise<ProcessEnd> => {
    const exit = await Promise.race([exited, ending.givenUp]);
    // Processes that the program left behind end with it.
    ending.begin({ kind: "aborted" });
    await ending.finish(waitUntilClosed(stdout));
    for (const pipe of child.stdio) pipe?.destroy();
    groups.delete(group.id);
    guard.ended(mark);
    await confined.release();
    return exit?.signal == null ? { kind: "exit", code: exit?.code ?? 1 } : { kind: "killed", signal: exit.signal };
  };
  const ended = settle();
  return {
    group: group.id,
    folder,
    confinement,
    ended,
    get errors() {
      return errors;
    },
    write(bytes) {
      if (stdin.writable) stdin.write(bytes);
    },
    memory: () => groupMemory(leader),
    async end() {
      ending.begin({ kind: "aborted" });
      await ended;
    },
  };
};

const waitUntilClosed = (pipe: Socket): Promise<void> =>
  pipe.closed ? Promise.resolve() : new Promise((resolve) => void pipe.once("close", () => resolve()));

interface ConfinedIn {
  /** Undefined: the program runs unconfined. */
  readonly entered: Entered | undefined;
  readonly confinement: Confinement;
  /** Deletes the folder. */
  release(): Promise<void>;
}

/**
 * Returns the folders of a program and its scripts, with the packages beside them and also where links lead: a sandbox must show
 * them.
 */
const foldersOf = async (files: readonly string[]): Promise<readonly string[]> => {
  const real = await Promise.all(files.map((path) => realPath(path).catch(() => path)));
  return [...files, ...real].map((path) => {
    const packages = path.indexOf(PACKAGES);
    return packages === -1 ? dirname(path) : path.slice(0, packages + PACKAGES.length - 1);
  });
};

const PACKAGES = "/node_modules/";

/** Plans a sandbox in which only the folder is writable, and everything else can be read as by commands. */
const confinedIn = async (
  folder: string,
  shown: readonly string[],
  { root, env, sandbox, timers, find, mark }: ProgramHost,
): Promise<ConfinedIn> => {
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (sandbox === undefined || sandbox.mode === "off")
    return { entered: undefined, confinement: { kind: "none", reason: "the sandbox is switched off" }, release: removeFolder };
  const options = { mode: sandbox.mode, hidden: sandbox.hidden ?? [] };
  const made = await makeSandbox({ options, root: folder, env, isSecret: () => false, seen: [root, ...shown], timers, find, mark });
  try {
    const [entered, confinement] = await Promise.all([made.enter(folder), made.confinement()]);
    return {
      entered,
      confinement,
      async release() {
        await entered?.leave();
        await made.close();
        await removeFolder();
      },
    };
  } catch (error) {
    await made.close();
    throw error instanceof ProcessError ? error : new ProcessError(`Cannot start the program: ${(error as Error).message}`);
  }
};
