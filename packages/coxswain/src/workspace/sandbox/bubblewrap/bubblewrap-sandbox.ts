import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Confinement } from "../../confinement.ts";
import { ProcessError } from "../../errors.ts";
import { inOrder, isWithin, type Mount } from "../mounts.ts";
import { NO_RETRIES } from "../no-retries.ts";
import { ownCaches } from "../own-caches.ts";
import { notConfined } from "../not-confined.ts";
import { bridged, type NetworkProxy, networkProxy } from "../network/index.ts";
import { type Places, placesOf } from "../places.ts";
import { isEmptyFolder, isThere, realPlace } from "../real-place.ts";
import type { Entered, MovedAway, Sandbox } from "../sandbox.ts";
import type { SandboxOrder } from "../sandbox-order.ts";
import { type FoundPlaces, searchFolder } from "../search-folder.ts";
import { systemMounts } from "../system-mounts.ts";
import { bubblewrapCommand } from "./bubblewrap-command.ts";
import { committedFiles } from "./committed-files.ts";
import { originsOf } from "./mount-table.ts";
import { moveAway } from "./move-away.ts";
import { probe, type Probed } from "./probe.ts";
import { verifying } from "./verify-mounts.ts";
import { type SharedNetwork, sharedNetwork } from "./shared-network.ts";

/** Milliseconds for which the folder is not searched again. */
const SEARCHED = 30_000;
/** The descriptor on which bubblewrap tells how the command fares. */
const STATUS = 3;
/** Where a command finds the way to the network. */
const NETWORK = "/tmp/.coxswain-network";
/** Where bubblewrap lies, before anything that the environment says. */
const SYSTEM_PATH = "/usr/bin:/usr/local/bin:/bin:/run/current-system/sw/bin";

/** What all commands of one workspace share. */
interface Ready {
  readonly bwrap: string;
  readonly nsenter: string | undefined;
  readonly git: string | undefined;
  readonly probed: Probed;
  readonly temporary: string;
  /** For files that only this process writes. */
  readonly shown: string;
  /** Of a command that only writes in the workspace's folder. */
  readonly mounts: readonly Mount[];
}

/** Commands in namespaces of their own, by bubblewrap. */
export class BubblewrapSandbox implements Sandbox {
  readonly #order: SandboxOrder;
  #ready: Promise<Ready> | undefined;
  #proxy: Promise<NetworkProxy> | undefined;
  #network: Promise<SharedNetwork | undefined> | undefined;
  #search: { readonly at: number; readonly found: Promise<FoundPlaces> } | undefined;
  /** Commands that run. */
  #running = 0;
  /** What the workspace itself wrote since the first of them. */
  readonly #written = new Set<string>();

  constructor(order: SandboxOrder) {
    this.#order = order;
  }

  async confinement(): Promise<Confinement> {
    const { probed } = await this.#prepare();
    if ("reason" in probed) return { kind: "none", reason: probed.reason };
    return { kind: "bubblewrap", network: this.#hosts.length === 0 ? "off" : this.#hosts };
  }

  async enter(cwd: string): Promise<Entered | undefined> {
    const { bwrap, probed, temporary } = await this.#prepare();
    if ("reason" in probed) return notConfined(this.#order.options.mode, probed.reason);
    const folder = this.#folder(cwd);
    const [found, proxy] = await Promise.all([this.#found(folder), this.#opened()]);
    const network = this.#open ? undefined : await this.#shared(proxy);
    // From here on nothing is awaited: what is not there now and is there later was made while the command ran.
    const places = placesOf(folder, this.#order.options, found);
    const mounts = this.#mounts(places, temporary, proxy);
    const verify = verifying({ mounts, originOf: originsOf(), strays: probed.strays });
    const order = { ...probed, bwrap, mounts, cwd, network: this.#open, root: isRoot() };
    const own = network === undefined && proxy !== undefined ? bridged({ command: [], socket: NETWORK }).command : [];
    const confined = bubblewrapCommand({ ...order, network: this.#open || network !== undefined, status: STATUS });
    const covered = places.noRepository === undefined ? undefined : makeFolder(places.noRepository);
    this.#running += 1;
    const refusals = proxy?.refusals ?? 0;
    return {
      program: [...(network?.enter ?? []), ...confined, ...verify, ...own],
      env: {
        ...(this.#order.env["TMPDIR"] === undefined ? {} : { TMPDIR: "/tmp" }),
        ...(proxy === undefined ? {} : bridged({ command: [], socket: NETWORK }).env),
        ...(this.#hosts.length === 0 ? NO_RETRIES : {}),
        ...ownCaches("/tmp", { env: this.#order.env, root: this.#order.root, network: this.#hosts.length > 0 }),
      },
      status: true,
      leave: () => this.#leave(places, covered, [...bubblewrapCommand({ ...order, cwd: folder }), ...verify]),
      ...(proxy === undefined ? {} : { refused: () => proxy.refusedAfter(refusals) }),
    };
  }

  wrote(path: string): void {
    if (this.#running > 0) this.#written.add(path);
  }

  async close(): Promise<void> {
    const [ready, proxy, network] = await Promise.all([this.#ready, this.#proxy, this.#network]);
    network?.close();
    await proxy?.close();
    // What a command made unreadable for its own user stays until the system clears its temporary files.
    for (const folder of ready === undefined ? [] : [ready.temporary, ready.shown]) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }

  get #hosts(): readonly string[] {
    return this.#order.options.network ?? [];
  }

  get #open(): boolean {
    return this.#hosts.includes("*");
  }

  #prepare(): Promise<Ready> {
    return (this.#ready ??= this.#probe());
  }

  async #probe(): Promise<Ready> {
    const { root, env, find } = this.#order;
    // A project, or what it has installed, could bring a program of that name.
    const path = (env["PATH"] ?? "").split(delimiter).filter((folder) => !isProjects(root, folder));
    const programs = [SYSTEM_PATH, ...path].join(delimiter);
    const bwrap = await find("bwrap", programs);
    const [temporary, shown] = await Promise.all([temporaryFolder(), temporaryFolder()]);
    const mounts = inOrder([...systemMounts(this.#system(temporary)), { at: root, show: "writable" }]);
    const probed = await probe({ bwrap, mounts, cwd: root, network: this.#open, root: isRoot() });
    const [nsenter, git] = await Promise.all([find("nsenter", programs), find("git", programs)]);
    return { bwrap: bwrap ?? "", nsenter, git, probed, temporary, shown, mounts };
  }

  #mounts({ mounts }: Places, temporary: string, proxy: NetworkProxy | undefined): readonly Mount[] {
    const network: readonly Mount[] = proxy === undefined ? [] : [{ at: NETWORK, show: "own", from: proxy.socket }];
    return inOrder([...systemMounts(this.#system(temporary)), ...network, ...mounts]);
  }

  #system(temporary: string) {
    const { env, seen } = this.#order;
    return { temporary, env, seen: [...seen, dirname(process.execPath)], network: this.#open };
  }

  /** A command that is begun elsewhere, as in another working tree, works there and not here. */
  #folder(cwd: string): string {
    return isWithin(this.#order.root, cwd) ? this.#order.root : cwd;
  }

  #found(folder: string): Promise<FoundPlaces> {
    const { root, isSecret, timers } = this.#order;
    const search = () => searchFolder(folder, isSecret).then((found) => this.#withCommitted(folder, found));
    if (folder !== root) return search();
    if (this.#search === undefined || timers.now() - this.#search.at > SEARCHED) this.#search = { at: timers.now(), found: search() };
    return this.#search.found;
  }

  async #withCommitted(folder: string, found: FoundPlaces): Promise<FoundPlaces> {
    const { bwrap, git, probed, temporary, shown } = await this.#prepare();
    if (found.secrets.length === 0 || git === undefined || "reason" in probed) return found;
    const mounts = this.#mounts(placesOf(folder, this.#order.options, found), temporary, undefined);
    const confined = bubblewrapCommand({ ...probed, bwrap, mounts, cwd: folder, network: false, root: isRoot() });
    const within = [...confined, ...verifying({ mounts, originOf: originsOf(), strays: probed.strays })];
    // Whose repositories git trusts is told in the home.
    const env = { PATH: "/usr/bin:/bin", GIT_NO_LAZY_FETCH: "1", HOME: this.#order.env["HOME"] ?? "/" };
    return { ...found, committed: await committedFiles({ folder, found, git, within, env, into: shown }) };
  }

  async #opened(): Promise<NetworkProxy | undefined> {
    if (this.#hosts.length === 0 || this.#open) return undefined;
    return (this.#proxy ??= networkProxy({ hosts: this.#hosts, privateHosts: this.#order.options.privateHosts ?? [] }));
  }

  /** Made with the first command, and tried. */
  #shared(proxy: NetworkProxy | undefined): Promise<SharedNetwork | undefined> {
    return (this.#network ??= this.#prepare().then(async ({ bwrap, nsenter, probed, mounts }) => {
      if ("reason" in probed) return undefined;
      const { root } = this.#order;
      const within = bubblewrapCommand({ ...probed, bwrap, mounts, cwd: root, network: true, root: isRoot() });
      return sharedNetwork({ bwrap, nsenter, users: probed.users, proxy: proxy?.socket, within });
    }));
  }

  /** `covered`: the folder where a repository would begin, as it was mounted over. What is in the same one, the person has made there. */
  async #leave({ missing, noRepository }: Places, covered: bigint | undefined, within: readonly string[]): Promise<readonly MovedAway[]> {
    this.#running -= 1;
    if (noRepository !== undefined && this.#running === 0) removeFolder(noRepository);
    const written = [...this.#written];
    if (this.#running === 0) this.#written.clear();
    const made = [
      ...missing.filter(isThere),
      ...(noRepository !== undefined && isThere(noRepository) && !isEmptyFolder(noRepository) && nodeAt(noRepository) !== covered
        ? [noRepository]
        : []),
    ].filter((path) => !written.some((own) => isWithin(path, own)));
    return made.length === 0 ? [] : moveAway(made, within);
  }
}

/** Also where the folder is only a part of the project, or a link leads there. */
const isProjects = (root: string, folder: string): boolean => {
  const real = realPlace(folder) ?? folder;
  return [folder, real].some((path) => isWithin(root, path) || path.split("/").includes("node_modules"));
};

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "cox-sandbox-"));

const isRoot = (): boolean => process.getuid?.() === 0;

/** Another command may have made it just now. Tells which one it is. */
const makeFolder = (path: string): bigint | undefined => {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new ProcessError(`${path} could not be kept from being made`, { cause: error });
  }
  return nodeAt(path);
};

const nodeAt = (path: string): bigint | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** The person may have begun a repository there meanwhile. */
const removeFolder = (path: string): void => {
  try {
    rmdirSync(path);
  } catch {
    // It is no longer ours.
  }
};
