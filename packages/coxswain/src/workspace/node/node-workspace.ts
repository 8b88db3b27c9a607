import { realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve, sep } from "node:path";
import type { Confinement } from "../confinement.ts";
import { ProcessError } from "../errors.ts";
import type { Place } from "../file.ts";
import { isBelow } from "../is-below.ts";
import { type PathLocks, pathLocks } from "../path-locks.ts";
import type { ProcessResult } from "../process.ts";
import { makeSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.ts";
import type { Timers } from "../timers.ts";
import type { Workspace } from "../workspace.ts";
import { commandEnvironment } from "./environment.ts";
import { asFileError } from "./file-error.ts";
import { findProgram } from "./find-program.ts";
import { guarding, type Guarding } from "./guarding.ts";
import { listFolder, readWhole, statFile } from "./files.ts";
import { otherNames } from "./known-files.ts";
import { processGroup } from "./process-group.ts";
import { realPath } from "./real-path.ts";
import { findShell, shellArguments } from "./shell.ts";
import { statsAt } from "./stats-at.ts";
import { systemTimers } from "./system-timers.ts";

export interface NodeWorkspaceOptions {
  /** The folder; it has to exist. */
  readonly root: string;
  /** What commands get, but for secrets. Default: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names of variables that commands get although they look like secrets (`environment.ts` lists how). */
  readonly allowEnv?: readonly string[];
  /** Names of variables that commands do not get, besides those that look like secrets. Default: none. */
  readonly secretEnv?: readonly string[];
  /** Where output goes that is too long to be held; without it only its start and end are kept. */
  readonly spill?: {
    /** Made when needed, with mode 0700. Files go from it that are a month old; above 1 GiB those that are a week old, the oldest first. */
    readonly folder: string;
    /** Bytes a command. Default: 64 MiB. */
    readonly maxBytes?: number;
  };
  /** Default: the `bash` of the path, else `/bin/sh`. */
  readonly shell?: string;
  /** Put before every command as a line of its own, as aliases. */
  readonly shellPrefix?: string;
  /** Files, by absolute path, whose text no search shows and no confined command reads, as those that hold secrets. Default: none. */
  readonly unsearched?: (path: string) => boolean;
  /**
   * Files, and folders with files, that are recognised where another hard link leads to them (`Place.alsoKnownAs`): those that hold secrets or
   * run code. Absolute; they need not exist. Files of the root itself that `unsearched` names are among them. A function is asked when they are
   * needed. Default: none else.
   */
  readonly known?: readonly string[] | (() => readonly string[]);
  /** What confines the commands. Default: nothing does. */
  readonly sandbox?: SandboxOptions;
  /** Shared by the workspaces of one process that may write the same files. Default: its own. */
  readonly locks?: PathLocks;
  /** Ends what commands left running when this process is killed. Shared by the workspaces of one process. Default: its own. */
  readonly guard?: Guarding;
  readonly timers?: Timers;
}

const SPILL_BYTES = 64 * 1024 * 1024;
/** Milliseconds that what runs in the background has to end by itself. */
const CLOSE_GRACE = 300;

// What starts processes, searches and writes is loaded when it is used: `node:child_process` and `node:crypto` alone
// cost a start some 17 ms.

/** A folder of this machine. @throws {FileError} when the root does not exist */
export const nodeWorkspace = (options: NodeWorkspaceOptions): Workspace => {
  const root = realRoot(options.root);
  const device = statsAt(root)?.dev;
  const locks = options.locks ?? pathLocks();
  const timers = options.timers ?? systemTimers;
  const spill = options.spill && { maxBytes: SPILL_BYTES, ...options.spill, folder: resolve(options.spill.folder) };
  const groups = new Set<number>();
  const loadGuard = options.guard ?? guarding();
  let environment: Record<string, string> | undefined;
  let shell: Promise<string> | undefined;
  let kept: Promise<string> | undefined;
  let tidying: Promise<void> | undefined;

  let sandbox: Promise<Sandbox> | undefined;
  const confining = (): Promise<Sandbox> | undefined => {
    if (options.sandbox === undefined || options.sandbox.mode === "off") return undefined;
    return (sandbox ??= makeSandbox({
      options: options.sandbox,
      root,
      env: env(),
      isSecret: options.unsearched ?? (() => false),
      seen: spill === undefined ? [] : [spill.folder],
      timers,
      find: findProgram,
    }));
  };

  /** Where output was kept its folder has grown: what is old goes from it, once for each workspace. */
  const tidied = async (result: ProcessResult): Promise<ProcessResult> => {
    if (spill === undefined || result.output.file === undefined) return result;
    const { removeOldOutput } = await import("./old-output.ts");
    await (tidying ??= removeOldOutput(spill.folder, Date.now()));
    return result;
  };

  const env = () =>
    (environment ??= commandEnvironment(options.env ?? process.env, { allow: options.allowEnv, secret: options.secretEnv }));

  const confinement = async (): Promise<Confinement> =>
    (await (await confining())?.confinement()) ?? { kind: "none", reason: "it is switched off" };

  const place = async (path: string): Promise<Place> => {
    const real = await realPath(absolute(root, withHome(path, env)));
    const keptOutput = spill !== undefined && isBelow(await (kept ??= realPath(spill.folder)), real);
    const alsoKnownAs = await otherNames({ ...options, root })(real);
    return { path: real, inside: isBelow(root, real), keptOutput, ...(alsoKnownAs.length === 0 ? {} : { alsoKnownAs }) };
  };
  /** A command that goes on meanwhile is not taken to have made what this makes. */
  const writing = async (path: string, action: () => Promise<void>): Promise<void> => {
    (await sandbox)?.wrote(path);
    await action();
    (await sandbox)?.wrote(path);
  };
  const placeOf = (path: string | Place): Promise<Place> => (typeof path === "string" ? place(path) : Promise.resolve(path));
  const real = async (path: string | Place) => (await placeOf(path)).path;

  return {
    root,
    resolve: place,
    stat: async (path) => statFile(await real(path)),
    async read(path, { maxBytes } = {}) {
      const at = await placeOf(path);
      const isOther = async (found: Stats): Promise<boolean> => {
        const names = await otherNames({ ...options, root })(at.path, found);
        return names.some((name) => at.alsoKnownAs?.includes(name) !== true);
      };
      return readWhole(at.path, { maxBytes, isOther });
    },
    async replace(path, bytes) {
      const { replaceFile } = await import("./replace-file.ts");
      const target = await real(path);
      await writing(target, () => replaceFile(target, bytes));
    },
    async remove(path) {
      const { removeFile } = await import("./move-file.ts");
      await removeFile(await real(path));
    },
    async removeEmptyFolder(path) {
      const { removeEmptyFolder } = await import("./move-file.ts");
      return removeEmptyFolder(await real(path));
    },
    async move(from, to) {
      const { moveFile } = await import("./move-file.ts");
      const [source, target] = [await real(from), await real(to)];
      await writing(target, () => moveFile(source, target));
    },
    list: async (path) => listFolder(await real(path)),
    exclusively: (path, action) => locks.exclusively(path, action),
    async spawn(command, spawnOptions = {}) {
      const cwd = await real(spawnOptions.cwd ?? ".");
      // The root was real when the workspace was made: who has put a link in its place would have commands run elsewhere.
      if (cwd !== root && resolve(root, spawnOptions.cwd ?? ".") === root)
        throw new ProcessError(`The folder ${root} is a link now, which leads elsewhere.`);
      // What lies below a mount is another folder by the same name. One that was removed and made again is on the same device.
      if (isBelow(root, cwd) && (statsAt(root)?.dev ?? device) !== device)
        throw new ProcessError(
          `The folder ${root} is another one by now: a file system was mounted or unmounted there. Begin anew to work in it.`,
        );
      if ((await statFile(cwd))?.kind !== "folder") throw new ProcessError(`The folder ${cwd} does not exist.`);
      shell ??= options.shell === undefined ? findShell(env().PATH ?? "") : Promise.resolve(options.shell);
      const { runCommand } = await import("./run-command.ts");
      const guard = await loadGuard();
      for (const group of groups) {
        if (processGroup(group).alive()) continue;
        groups.delete(group);
        guard.remove(group);
      }
      const box = spawnOptions.outside === true ? undefined : await confining();
      const entered = await box?.enter(cwd);
      const shellOptions = { prefix: options.shellPrefix, apart: spawnOptions.input !== undefined, within: entered?.program ?? [] };
      const run = {
        ...spawnOptions,
        arguments: shellArguments(await shell, command, shellOptions),
        cwd,
        env: { ...env(), ...spawnOptions.env, ...entered?.env },
        spill,
        timers,
        groups,
        guard,
      };
      if (entered === undefined) return tidied(await runCommand(run));
      const { runConfined } = await import("./run-confined.ts");
      return tidied(await runConfined(run, entered, await confinement()));
    },
    mayConfine: (options.sandbox?.mode ?? "off") !== "off",
    confinement,
    searchText: async function* (query) {
      const { searchText } = await import("./search.ts");
      yield* searchText({ ...query, path: await real(query.path) }, env(), { ...options, root });
    },
    findFiles: async function* (query) {
      const { findFiles } = await import("./search.ts");
      yield* findFiles({ ...query, path: await real(query.path) }, env());
    },
    async close() {
      const left = [...groups].map(processGroup).filter((group) => group.alive());
      groups.clear();
      for (const group of left) group.kill("SIGTERM");
      if (left.length > 0) await new Promise<void>((done) => void timers.after(CLOSE_GRACE, done));
      for (const group of left) group.kill("SIGKILL");
      await (await sandbox)?.close();
    },
  };
};

const realRoot = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (error) {
    throw asFileError(error, path);
  }
};

const withHome = (path: string, env: () => Readonly<Record<string, string>>): string =>
  path === "~" || path.startsWith("~/") ? (env().HOME ?? homedir()) + path.slice(1) : path;

/** Its `..` are left as they are: after a link they lead up from where that leads. */
const absolute = (root: string, path: string): string => (isAbsolute(path) ? path : `${root}${sep}${path}`);
