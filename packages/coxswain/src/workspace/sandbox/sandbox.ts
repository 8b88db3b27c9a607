import type { Confinement } from "../confinement.ts";
import type { Timers } from "../timers.ts";

/** Descriptor from which bubblewrap reads its filter of system calls. */
export const FILTER = 5;

/** Confines commands, or reports why it cannot. */
export interface Sandbox {
  confinement(): Promise<Confinement>;
  /**
   * Prepares one command that starts in this folder. Undefined if it runs unconfined.
   * @throws {ProcessError} if confinement is required and unavailable.
   */
  enter(cwd: string): Promise<Entered | undefined>;
  /**
   * Plans a sandbox for a later command that starts in the workspace's folder, without any effect. Undefined if nothing
   * can be prepared. Absent if the sandbox is made by the command itself.
   */
  ahead?(): Promise<ConfinedProgram | undefined>;
  /** Records a write by the workspace itself, so that it is not attributed to running commands. */
  wrote(path: string): void;
  close(): Promise<void>;
}

/** A program that confines another one. */
export interface ConfinedProgram {
  /** Program and arguments, followed by those of the command. */
  readonly program: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Checks the mounts of the sandbox's first process. If present, the program reports its status on descriptor 3 and
   * waits for its order on descriptor 4: see `waitingShell`.
   */
  readonly check?: (pid: number) => MountCheck;
  /** Path of a file that the program reads from descriptor `FILTER`. Default: none. */
  readonly filter?: string | undefined;
  /**
   * Equal for two programs only if one's sandbox is like the other's: the same arguments, and the same files at each
   * mount. Absent if entering it changes the folder.
   */
  readonly identity?: string;
}

/** Instructions to run one command. */
export interface Entered extends ConfinedProgram {
  /** Called after the command. Returns the files that it created in protected places, with their new names. */
  leave(): Promise<readonly MovedAway[]>;
  /**
   * Returns the connections refused to the workspace's commands since this one started, as lines. Absent without a
   * proxy.
   */
  readonly refused?: () => readonly string[];
}

/** `planned`: the mounts are as planned. `unreadable`: the check must run inside the sandbox. */
export type MountCheck =
  | { readonly kind: "planned" }
  | { readonly kind: "changed"; readonly message: string }
  | { readonly kind: "unreadable" };

/** A file that a confined command created where programs run it automatically. It was renamed. */
export interface MovedAway {
  readonly path: string;
  readonly to: string;
}

/** Sandbox settings for commands. Paths are absolute. */
export interface SandboxOptions {
  /**
   * `auto`: confines commands if possible; `Workspace.confinement` reports it. `required`: commands that cannot be
   * confined do not run. `off`: commands are not confined.
   */
  readonly mode: "auto" | "required" | "off";
  /** Further folders in which commands may write, besides the workspace's. Default: none. */
  readonly writable?: readonly string[];
  /**
   * Files and folders inside writable ones that commands cannot change. If a command creates one that did not exist, it
   * is renamed afterwards. Default: only files of the workspace's repository that run code.
   */
  readonly readOnly?: readonly string[];
  /** Files and folders that appear empty to commands. Default: only the password files of this machine. */
  readonly hidden?: readonly string[];
  /**
   * Hosts that commands may reach, by exact name or `*.example.org` (all subdomains); `*` alone leaves the network
   * unrestricted. Default: none, without any network.
   */
  readonly network?: readonly string[];
  /**
   * Members of `network`, such as `wiki.internal` or `localhost:3000`, that may be on a private network or this machine.
   * Default: only addresses listed in `network`.
   */
  readonly privateHosts?: readonly string[];
}

export interface HelperMark {
  /** For the program's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Called when it has ended. */
  ended(): void;
}

/** Inputs for creating a sandbox. */
export interface SandboxConfig {
  readonly options: SandboxOptions;
  /** The workspace's folder, with links resolved. */
  readonly root: string;
  /** Environment of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns true for a file of the workspace that contains secrets. */
  readonly isSecret: (path: string) => boolean;
  /** Folders that commands can read regardless of their location. */
  readonly seen: readonly string[];
  readonly timers: Timers;
  /** Marks a program of the sandbox's own, so that its processes are killed if this process is. */
  readonly mark: () => Promise<HelperMark>;
  /** Finds the first program of that name on a path. */
  readonly find: (name: string, path: string) => Promise<string | undefined>;
}
