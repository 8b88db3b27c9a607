import { statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import type { Confinement } from "../../confinement.ts";
import { ProcessError } from "../../errors.ts";
import { inOrder, isWithin, type Mount } from "../mounts.ts";
import { NO_RETRIES, ownCaches } from "../package-managers.ts";
import { allowUnconfined } from "../unconfined.ts";
import { bridgedCommand, type NetworkProxy, networkProxy } from "../network/index.ts";
import { type MountPlan, planMounts } from "../mount-plan.ts";
import { pathExists, resolveExisting } from "../existing-paths.ts";
import { isEmptyFolder } from "../placeholder-marks.ts";
import { type ConfinedProgram, type Entered, FILTER, type MovedAway, type Sandbox, type SandboxConfig } from "../sandbox.ts";
import { type FoundPaths, searchFolder } from "../search-folder.ts";
import { systemMounts } from "../system-mounts.ts";
import { bubblewrapCommand, outermostWritable } from "./bubblewrap-command.ts";
import { committedFiles } from "./committed-files.ts";
import { originsOf, ownMounts } from "./mount-table.ts";
import { moveAway } from "./move-away.ts";
import { holdPlaceholder, nodeAt, releasePlaceholder } from "./placeholder.ts";
import { probe, type Probed } from "./probe.ts";
import { checkMounts, verifying } from "./verify-mounts.ts";
import { waiting } from "../waiting-shell.ts";
import { helperRunner, type RunHelper } from "./run-helper.ts";
import { removeOldFolders, sandboxFolder } from "../sandbox-folder.ts";
import { seccompFilter } from "./seccomp-filter.ts";
import { type SharedNetwork, sharedNetwork } from "./shared-network.ts";

/** Milliseconds before the folder is searched again. */
const SEARCHED = 30_000;
/** Descriptor on which bubblewrap reports its status. */
const STATUS = 3;
/** Path of the proxy's folder inside the sandbox. */
const NETWORK = "/tmp/.coxswain-network";
/** Searched for bubblewrap before the folders in the environment. */
const SYSTEM_PATH = "/usr/bin:/usr/local/bin:/bin:/run/current-system/sw/bin";

/** Reported where commands run without the filter of system calls. */
const UNFILTERED =
  "this system has no filter for system calls, so a command can create programs that run as this user for everyone (set-user-ID)";

/** State shared by all commands of a workspace. */
interface Ready {
  readonly bwrap: string;
  readonly nsenter: string | undefined;
  readonly git: string | undefined;
  readonly probed: Probed;
  readonly temporary: string;
  /** Folder for files that only this process writes. */
  readonly shown: string;
  /** File with the filter of system calls. */
  readonly filter: string | undefined;
  /** Mounts of a command that writes only in the workspace's folder. */
  readonly mounts: readonly Mount[];
}

/** Everything that a command's plan depends on, besides the files. */
interface State extends Ready {
  readonly variant: Exclude<Probed, { readonly reason: string }>;
  readonly found: FoundPaths;
  readonly proxy: NetworkProxy | undefined;
  readonly network: SharedNetwork | undefined;
}

interface Plan {
  readonly plan: MountPlan;
  readonly confined: ConfinedProgram;
  /** Runs another program like this one. */
  readonly within: readonly string[];
}

/** Runs commands in separate namespaces with bubblewrap. */
export class BubblewrapSandbox implements Sandbox {
  readonly #config: SandboxConfig;
  readonly #run: RunHelper;
  #ready: Promise<Ready> | undefined;
  #sweeping: Promise<void> | undefined;
  #proxy: Promise<NetworkProxy> | undefined;
  #network: Promise<SharedNetwork | undefined> | undefined;
  #search: { readonly at: number; readonly found: Promise<FoundPaths> } | undefined;
  /** Number of running commands. */
  #running = 0;
  /** Number of all commands so far. */
  #commands = 0;
  /** Paths that the workspace itself has written since the first of them started. */
  readonly #written = new Set<string>();

  constructor(order: SandboxConfig) {
    this.#config = order;
    this.#run = helperRunner(order.mark);
  }

  async confinement(): Promise<Confinement> {
    const { probed } = await this.#prepare();
    if ("reason" in probed) {
      const untested = probed.again === true && this.#config.options.mode === "auto";
      return { kind: "none", reason: probed.reason, ...(untested ? { untested } : {}) };
    }
    return {
      kind: "bubblewrap",
      network: this.#hosts.length === 0 ? "off" : this.#hosts,
      ...(probed.filtered ? {} : { missing: [UNFILTERED] }),
    };
  }

  async enter(cwd: string): Promise<Entered | undefined> {
    const state = await this.#state(cwd);
    if (state === undefined) return undefined;
    // No await from here on: whatever is missing now and exists later was created while the command ran.
    const { confined, plan, within } = this.#plan(state, cwd);
    const { proxy } = state;
    const mark = `${basename(state.temporary)}-${++this.#commands}`;
    const covered = plan.noRepository === undefined ? undefined : holdPlaceholder(plan.noRepository, mark);
    this.#running += 1;
    const refusals = proxy?.refusals ?? 0;
    return {
      ...confined,
      leave: () => this.#leave(plan, { covered, mark }, within),
      ...(proxy === undefined ? {} : { refused: () => proxy.refusedAfter(refusals) }),
    };
  }

  async ahead(): Promise<ConfinedProgram | undefined> {
    const { root } = this.#config;
    const state = await this.#state(root);
    return state && this.#plan(state, root).confined;
  }

  wrote(path: string): void {
    if (this.#running > 0) this.#written.add(path);
  }

  async close(): Promise<void> {
    const [ready, proxy, network] = await Promise.all([this.#ready, this.#proxy, this.#network, this.#sweeping]);
    network?.close();
    await proxy?.close();
    // Files that a command made unreadable for this user remain until the system cleans its temporary files.
    for (const folder of ready === undefined ? [] : [ready.temporary, ready.shown]) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  /** Undefined if commands run unconfined. @throws {ProcessError} if confinement is required and unavailable. */
  async #state(cwd: string): Promise<State | undefined> {
    const ready = await this.#prepare();
    if ("reason" in ready.probed && ready.probed.again === true)
      throw new ProcessError(`The command was not run because its sandbox could not be tested: ${ready.probed.reason}`);
    if ("reason" in ready.probed) return allowUnconfined(this.#config.options.mode, ready.probed.reason);
    const [found, proxy] = await Promise.all([this.#found(this.#folder(cwd)), this.#opened()]);
    const network = this.#open ? undefined : await this.#shared(proxy);
    return { ...ready, variant: ready.probed, found, proxy, network };
  }

  #plan({ bwrap, temporary, filter, variant, found, proxy, network }: State, cwd: string): Plan {
    const { env, root, options } = this.#config;
    const folder = this.#folder(cwd);
    const plan = planMounts(folder, options, found);
    const mounts = this.#mounts(plan, temporary, proxy);
    const table = ownMounts();
    const verification = { mounts, originOf: originsOf(table), strays: variant.strays };
    const verify = verifying(verification);
    const order = { ...variant, bwrap, mounts, cwd, network: this.#open, root: isRoot() };
    const own = network === undefined && proxy !== undefined ? bridgedCommand({ command: [], socket: NETWORK }).command : [];
    const shield = network?.shield?.made === shieldOf(mounts, table).made ? network.shield : undefined;
    const command = bubblewrapCommand({
      ...order,
      shielded: variant.shielded && shield === undefined,
      network: this.#open || network !== undefined,
      status: STATUS,
      filter: filter === undefined ? undefined : FILTER,
    });
    const program = [...((shield ?? network)?.enter ?? []), ...command, ...waiting(verify), ...own];
    const added = {
      ...(env["TMPDIR"] === undefined ? {} : { TMPDIR: "/tmp" }),
      ...(proxy === undefined ? {} : bridgedCommand({ command: [], socket: NETWORK }).env),
      ...(this.#hosts.length === 0 ? NO_RETRIES : {}),
      ...ownCaches("/tmp", { env, root, network: this.#hosts.length > 0 }),
    };
    // A separate bridge, or a folder to mount over, exists only for a command that runs.
    const isReusable = own.length === 0 && plan.noRepository === undefined;
    return {
      plan,
      confined: {
        program,
        env: added,
        check: (pid) => checkMounts(verification, pid),
        filter,
        ...(isReusable ? { identity: JSON.stringify([program, added, mounts.map(fileIds)]) } : {}),
      },
      within: [...bubblewrapCommand({ ...order, cwd: folder }), ...verify],
    };
  }

  get #hosts(): readonly string[] {
    return this.#config.options.network ?? [];
  }

  get #open(): boolean {
    return this.#hosts.includes("*");
  }

  async #prepare(): Promise<Ready> {
    const ready = (this.#ready ??= this.#probe());
    const { probed, temporary, shown } = await ready;
    // Without a definite result, the next command tries again.
    if (!("reason" in probed) || probed.again !== true || this.#ready !== ready) return ready;
    this.#ready = undefined;
    await Promise.all([temporary, shown].map((folder) => rm(folder, { recursive: true, force: true })));
    return ready;
  }

  async #probe(): Promise<Ready> {
    const { root, env, find } = this.#config;
    // A project, or a package that it installed, could contain a program of that name.
    const path = (env["PATH"] ?? "").split(delimiter).filter((folder) => !isProjects(root, folder));
    const programs = [SYSTEM_PATH, ...path].join(delimiter);
    this.#sweeping ??= removeOldFolders();
    const bwrap = await find("bwrap", programs);
    const [temporary, shown] = await Promise.all([sandboxFolder(), sandboxFolder()]);
    const mounts = inOrder([...systemMounts(this.#system(temporary)), { at: root, show: "writable" }]);
    const bytes = seccompFilter();
    const probed = await probe({ bwrap, mounts, cwd: root, network: this.#open, root: isRoot(), filter: bytes, run: this.#run });
    const filter = bytes === undefined || "reason" in probed || !probed.filtered ? undefined : join(shown, "filter");
    if (filter !== undefined && bytes !== undefined) await writeFile(filter, bytes, { mode: 0o400 });
    const [nsenter, git] = await Promise.all([find("nsenter", programs), find("git", programs)]);
    return { bwrap: bwrap ?? "", nsenter, git, probed, temporary, shown, filter, mounts };
  }

  #mounts({ mounts }: MountPlan, temporary: string, proxy: NetworkProxy | undefined): readonly Mount[] {
    const network: readonly Mount[] = proxy === undefined ? [] : [{ at: NETWORK, show: "own", from: proxy.socket }];
    return inOrder([...systemMounts(this.#system(temporary)), ...network, ...mounts]);
  }

  #system(temporary: string) {
    const { env, seen } = this.#config;
    return { temporary, env, seen: [...seen, dirname(process.execPath)], network: this.#open };
  }

  /** A command that starts in another folder, such as another working tree, works there instead of here. */
  #folder(cwd: string): string {
    return isWithin(this.#config.root, cwd) ? this.#config.root : cwd;
  }

  #found(folder: string): Promise<FoundPaths> {
    const { root, isSecret, timers } = this.#config;
    const search = () => searchFolder(folder, isSecret).then((found) => this.#withCommitted(folder, found));
    if (folder !== root) return search();
    if (this.#search === undefined || timers.now() - this.#search.at > SEARCHED) this.#search = { at: timers.now(), found: search() };
    return this.#search.found;
  }

  async #withCommitted(folder: string, found: FoundPaths): Promise<FoundPaths> {
    const { bwrap, git, probed, temporary, shown } = await this.#prepare();
    if (found.secrets.length === 0 || git === undefined || "reason" in probed) return found;
    const mounts = this.#mounts(planMounts(folder, this.#config.options, found), temporary, undefined);
    const confined = bubblewrapCommand({ ...probed, bwrap, mounts, cwd: folder, network: false, root: isRoot() });
    const within = [...confined, ...verifying({ mounts, originOf: originsOf(), strays: probed.strays })];
    // The home folder contains git's list of trusted repositories.
    const env = { PATH: "/usr/bin:/bin", GIT_NO_LAZY_FETCH: "1", HOME: this.#config.env["HOME"] ?? "/" };
    return { ...found, committed: await committedFiles({ folder, found, git, within, env, into: shown, run: this.#run }) };
  }

  async #opened(): Promise<NetworkProxy | undefined> {
    if (this.#hosts.length === 0 || this.#open) return undefined;
    return (this.#proxy ??= networkProxy({ hosts: this.#hosts, privateHosts: this.#config.options.privateHosts ?? [] }));
  }

  /** Created and tested with the first command. */
  #shared(proxy: NetworkProxy | undefined): Promise<SharedNetwork | undefined> {
    return (this.#network ??= this.#prepare().then(async ({ bwrap, nsenter, probed, mounts, temporary }) => {
      if ("reason" in probed) return undefined;
      const { root, options } = this.#config;
      const within = (shielded: boolean) =>
        bubblewrapCommand({ ...probed, shielded: probed.shielded && shielded, bwrap, mounts, cwd: root, network: true, root: isRoot() });
      // A bridge to a proxy stays in the namespace, and must not see more than it needs.
      const planned = () => this.#mounts(planMounts(root, options, { secrets: [], repositories: [] }), temporary, undefined);
      const shield = probed.shielded && proxy === undefined ? shieldOf(planned(), ownMounts()) : undefined;
      return sharedNetwork({ bwrap, nsenter, users: probed.users, proxy: proxy?.socket, shield, within, mark: this.#config.mark });
    }));
  }

  /**
   * `covered`: inode of the folder that was mounted over at the place for a repository. If that folder is still there,
   * the user has created its content. `mark`: the command's mark in it.
   */
  async #leave(
    { missing, noRepository }: MountPlan,
    { covered, mark }: { readonly covered: bigint | undefined; readonly mark: string },
    within: readonly string[],
  ): Promise<readonly MovedAway[]> {
    this.#running -= 1;
    if (noRepository !== undefined) releasePlaceholder(noRepository, mark);
    const written = [...this.#written];
    if (this.#running === 0) this.#written.clear();
    const made = [
      ...missing.filter(pathExists),
      ...(noRepository !== undefined && pathExists(noRepository) && !isEmptyFolder(noRepository) && nodeAt(noRepository) !== covered
        ? [noRepository]
        : []),
    ].filter((path) => !written.some((own) => isWithin(path, own)));
    return made.length === 0 ? [] : moveAway(made, within, this.#run);
  }
}

/** True also if the folder is only a part of the project, or if a link leads there. */
const isProjects = (root: string, folder: string): boolean => {
  const real = resolveExisting(folder) ?? folder;
  return [folder, real].some((path) => isWithin(root, path) || path.split("/").includes("node_modules"));
};

const isRoot = (): boolean => process.getuid?.() === 0;

/** The writable folders of a shield for these mounts, and everything that it depends on. `table`: the mounts of this process. */
const shieldOf = (mounts: readonly Mount[], table: string): { readonly writable: readonly string[]; readonly made: string } => {
  const writable = outermostWritable(mounts);
  return { writable, made: JSON.stringify([writable, writable.map((at) => fileIds({ at, show: "writable" })), table]) };
};

/** Devices and inodes of a mount's path and content. */
const fileIds = ({ at, from = at }: Mount): readonly string[] =>
  [at, from].map((path) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "" : `${found.dev}:${found.ino}`;
  });
