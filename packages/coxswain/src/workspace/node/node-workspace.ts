import { realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, resolve, sep } from "node:path";
import type { Confinement } from "../confinement.ts";
import { ProcessError } from "../errors.ts";
import type { ResolvedPath } from "../file.ts";
import { isBelow } from "../is-below.ts";
import { type PathLocks, pathLocks } from "../path-locks.ts";
import type { ProcessResult, SavedOutput } from "../process.ts";
import { configuredPrograms } from "../project/index.ts";
import { type HelperMark, makeSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.ts";
import { type Timers, systemTimers } from "../timers.ts";
import type { Workspace } from "../workspace.ts";
import { commandEnvironment } from "./command-environment.ts";
import { asFileError } from "./file-error.ts";
import type { SpillFolder } from "./output-capture.ts";
import { findProgram, findShell, programFolders, shellArguments, type ShellOptions } from "./find-program.ts";
import { orphanGuardLoader, type OrphanGuardLoader } from "./load-orphan-guard.ts";
import { listFolder, readWhole, statFile } from "./read-file.ts";
import { hardLinksOf } from "./hard-links.ts";
import { type CommandMark, processGroup } from "./process-group.ts";
import type { PreparedShell } from "./prepared-shell.ts";
import { realPath } from "./real-path.ts";
import { statIfExists } from "./path-stats.ts";

export interface NodeWorkspaceOptions {
  /** The folder, which must exist. */
  readonly root: string;
  /** Environment for commands, from which secrets are removed. Default: this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names of variables that commands get although they look like secrets (patterns: `command-environment.ts`). */
  readonly allowEnv?: readonly string[];
  /** Names of further variables that commands do not get. Default: none. */
  readonly secretEnv?: readonly string[];
  /** Saves output that is too long to retain. Without it, only its start and end are available. */
  readonly spill?: {
    /**
     * Created when needed, with mode 0700. Files older than a month are deleted. Above 1 GiB, files older than a week
     * are deleted too, oldest first.
     */
    readonly folder: string;
    /** Maximum number of bytes per command. Default: 64 MiB. */
    readonly maxBytes?: number;
  };
  /** Default: `bash` on the path, otherwise `/bin/sh`. */
  readonly shell?: string;
  /** Inserted as a line before each command, for example for aliases. */
  readonly shellPrefix?: string;
  /**
   * Returns true for files (absolute paths) that searches do not show and confined commands cannot read, such as files
   * with secrets. Default: none.
   */
  readonly unsearched?: (path: string) => boolean;
  /**
   * Absolute paths of files and folders whose hard links are recognized (`ResolvedPath.alsoKnownAs`), such as those with
   * secrets or executable settings. They need not exist. Includes files in the root that `unsearched` matches. A
   * function is called when the paths are needed. Default: none.
   */
  readonly protectedPaths?: readonly string[] | (() => readonly string[]);
  /** Confinement of commands. Default: none. */
  readonly sandbox?: SandboxOptions;
  /** Shared by workspaces of one process that may write the same files. Default: a separate one. */
  readonly locks?: PathLocks;
  /**
   * Kills the processes that commands left running when this process is killed. Shared by the workspaces of one
   * process. Default: a separate one.
   */
  readonly guard?: OrphanGuardLoader;
  readonly timers?: Timers;
}

const SPILL_BYTES = 64 * 1024 * 1024;
/** Milliseconds for background processes to end after SIGTERM. */
const CLOSE_GRACE = 300;

// Modules that start processes, search and write are loaded on first use: `node:child_process` and `node:crypto` alone
// add about 17 ms to the start.

/** Creates a workspace for a folder of this machine. @throws {FileError} if the root does not exist */
export const nodeWorkspace = (options: NodeWorkspaceOptions): Workspace => {
  const root = realRoot(options.root);
  const device = statIfExists(root)?.dev;
  const locks = options.locks ?? pathLocks();
  const timers = options.timers ?? systemTimers;
  const spill = options.spill && { maxBytes: SPILL_BYTES, ...options.spill, folder: resolve(options.spill.folder) };
  const groups = new Map<number, CommandMark>();
  const loadGuard = options.guard ?? orphanGuardLoader();
  let environment: Record<string, string> | undefined;
  let shell: Promise<string> | undefined;
  let spillFolder: Promise<string> | undefined;
  let cleaning: Promise<void> | undefined;

  const markHelper = async (): Promise<HelperMark> => {
    const guard = await loadGuard();
    const mark = guard.begin();
    return { env: mark.env, ended: () => guard.ended(mark) };
  };

  /** Number of users of prepared sandboxes. */
  let users = 0;
  let prepared: Promise<PreparedShell> | undefined;
  let sandbox: Promise<Sandbox> | undefined;
  const sandboxFor = (): Promise<Sandbox> | undefined => {
    if (options.sandbox === undefined || options.sandbox.mode === "off") return undefined;
    return (sandbox ??= makeSandbox({
      options: options.sandbox,
      root,
      env: env(),
      isSecret: options.unsearched ?? (() => false),
      seen: spill === undefined ? [] : [spill.folder],
      timers,
      find: findProgram,
      mark: markHelper,
    }));
  };

  /** Deletes old saved output once per workspace, after new output was saved. */
  const removeOld = async ({ folder }: SpillFolder): Promise<void> => {
    const { removeOldOutput } = await import("./old-output.ts");
    await (cleaning ??= removeOldOutput(folder, Date.now()));
  };
  const cleaned = async (result: ProcessResult): Promise<ProcessResult> => {
    if (spill !== undefined && result.output.file !== undefined) await removeOld(spill);
    return result;
  };

  const saveOutput = async (to: SpillFolder, bytes: Uint8Array, extension?: string): Promise<SavedOutput> => {
    const { openSpillFile } = await import("./output-capture.ts");
    const file = openSpillFile(to, extension);
    file.write(bytes);
    const saved = file.close();
    await removeOld(to);
    return saved;
  };

  const env = () =>
    (environment ??= commandEnvironment(options.env ?? process.env, { allow: options.allowEnv, secret: options.secretEnv }));

  const confinement = async (): Promise<Confinement> =>
    (await (await sandboxFor())?.confinement()) ?? { kind: "none", reason: "the sandbox is switched off" };

  const place = async (path: string): Promise<ResolvedPath> => {
    const real = await realPath(absolute(root, withHome(path, env)));
    const savedOutput = spill !== undefined && isBelow(await (spillFolder ??= realPath(spill.folder)), real);
    const alsoKnownAs = await hardLinksOf({ ...options, root })(real);
    return { path: real, inside: isBelow(root, real), savedOutput, ...(alsoKnownAs.length === 0 ? {} : { alsoKnownAs }) };
  };
  const findOwnShell = (): Promise<string> =>
    (shell ??= options.shell === undefined ? findShell(env().PATH ?? "") : Promise.resolve(options.shell));

  const preparedShell = (): Promise<PreparedShell> =>
    (prepared ??= import("./prepared-shell.ts").then(
      ({ PreparedShell }) =>
        new PreparedShell({
          isUsed: () => users > 0,
          sandbox: async () => sandboxFor(),
          async start({ program, env: added, filter }) {
            const { startCommand } = await import("./start-command.ts");
            const words = shellArguments(await findOwnShell(), undefined, { within: program });
            const guard = await loadGuard();
            const started = startCommand({ arguments: words, cwd: root, env: { ...env(), ...added }, guard, confined: true, filter });
            guard.started(started.mark, await started.started);
            void started.exited.then(() => guard.ended(started.mark));
            return started;
          },
        }),
    ));

  /** Prevents a concurrent command from being reported as the creator of these files. */
  const withWriteRecorded = async (path: string, action: () => Promise<void>): Promise<void> => {
    (await sandbox)?.wrote(path);
    await action();
    (await sandbox)?.wrote(path);
  };
  const resolved = (path: string | ResolvedPath): Promise<ResolvedPath> => (typeof path === "string" ? place(path) : Promise.resolve(path));
  const real = async (path: string | ResolvedPath) => (await resolved(path)).path;

  return {
    root,
    resolve: place,
    stat: async (path) => statFile(await real(path)),
    async read(path, { maxBytes } = {}) {
      const at = await resolved(path);
      const isOther = async (found: Stats): Promise<boolean> => {
        const names = await hardLinksOf({ ...options, root })(at.path, found);
        return names.some((name) => at.alsoKnownAs?.includes(name) !== true);
      };
      return readWhole(at.path, { maxBytes, isOther });
    },
    async replace(path, bytes) {
      const { replaceFile } = await import("./replace-file.ts");
      const target = await real(path);
      await withWriteRecorded(target, () => replaceFile(target, bytes));
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
      await withWriteRecorded(target, () => moveFile(source, target));
    },
    list: async (path) => listFolder(await real(path)),
    exclusively: (path, action) => locks.exclusively(path, action),
    async spawn(command, spawnOptions = {}) {
      const cwd = await real(spawnOptions.cwd ?? ".");
      // The root was resolved when the workspace was created. If it is a link now, the command would run elsewhere.
      if (cwd !== root && resolve(root, spawnOptions.cwd ?? ".") === root)
        throw new ProcessError(`The folder ${root} was replaced by a link to another place. Start a new session to work there.`);
      // A mount hides the folder behind another of the same name. A folder that was removed and created again is on the
      // same device.
      if (isBelow(root, cwd) && (statIfExists(root)?.dev ?? device) !== device)
        throw new ProcessError(
          `The folder ${root} has changed: a file system was mounted or unmounted there. Start a new session to work in it.`,
        );
      if ((await statFile(cwd))?.kind !== "folder") throw new ProcessError(`The folder ${cwd} does not exist.`);
      const { runCommand } = await import("./run-command.ts");
      const guard = await loadGuard();
      for (const [group, mark] of groups) {
        if (processGroup(group).alive()) continue;
        groups.delete(group);
        guard.ended(mark);
      }
      const box = spawnOptions.outside === true ? undefined : await sandboxFor();
      const entered = await box?.enter(cwd);
      const shellOptions: ShellOptions = {
        prefix: options.shellPrefix,
        separateErrors: spawnOptions.input !== undefined,
        within: entered?.program ?? [],
      };
      const run = {
        ...spawnOptions,
        arguments: shellArguments(await findOwnShell(), command, shellOptions),
        cwd,
        env: { ...env(), ...spawnOptions.env, ...entered?.env },
        filter: entered?.filter,
        spill,
        timers,
        groups,
        guard,
      };
      if (entered === undefined) return cleaned(await runCommand(run));
      const { runConfined } = await import("./run-confined.ts");
      const { input, env: added, signal } = spawnOptions;
      const isPlain = input === undefined && added === undefined;
      const take = async () => (isPlain ? (await prepared)?.take(entered, command, signal) : undefined);
      const result = await runConfined(run, entered, await confinement(), take);
      if (users > 0 && options.shellPrefix === undefined) (await preparedShell()).prepare();
      return cleaned(result);
    },
    preparing() {
      users += 1;
      let using = true;
      return {
        [Symbol.dispose]() {
          if (using) users -= 1;
          using = false;
          if (users === 0) void prepared?.then((next) => next.discard());
        },
      };
    },
    programs: {
      find: (name, folders = []) => findProgram(name, [...folders, ...programFolders(root, env().PATH ?? "")].join(delimiter)),
      async start(program) {
        const { startProgram } = await import("./start-program.ts");
        const guard = await loadGuard();
        return startProgram(program, {
          root,
          env: env(),
          sandbox: options.sandbox,
          guard,
          groups,
          timers,
          find: findProgram,
          mark: markHelper,
        });
      },
    },
    mayConfine: (options.sandbox?.mode ?? "off") !== "off",
    confinement,
    configuredPrograms: (program) => configuredPrograms(program, root, env()),
    async holdsUnsearched({ path }) {
      if (options.unsearched === undefined) return false;
      const { holdsUnsearched } = await import("./holds-unsearched.ts");
      return holdsUnsearched(path, options.unsearched);
    },
    ...(spill === undefined ? {} : { saveOutput: (bytes: Uint8Array, extension?: string) => saveOutput(spill, bytes, extension) }),
    searchText: async function* (query) {
      const { searchText } = await import("./run-search.ts");
      yield* searchText({ ...query, path: await real(query.path) }, env(), { ...options, root });
    },
    findFiles: async function* (query) {
      const { findFiles } = await import("./run-search.ts");
      yield* findFiles({ ...query, path: await real(query.path) }, env());
    },
    async close() {
      const running = [...groups.keys()].map(processGroup).filter((group) => group.alive());
      groups.clear();
      for (const group of running) group.kill("SIGTERM");
      if (running.length > 0) await new Promise<void>((done) => void timers.after(CLOSE_GRACE, done));
      for (const group of running) group.kill("SIGKILL");
      users = 0;
      await (await prepared)?.close();
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

/** Does not normalize `..`: after a link it leads to the parent of the link's target. */
const absolute = (root: string, path: string): string => (isAbsolute(path) ? path : `${root}${sep}${path}`);
