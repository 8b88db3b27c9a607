/** What is wanted of a sandbox for commands. Paths are absolute. */
export interface SandboxOptions {
  /**
   * `auto`: confined where it can be had, else not, of which `Workspace.confinement` tells. `required`: no command runs that cannot be
   * confined. `off`: none is.
   */
  readonly mode: "auto" | "required" | "off";
  /** Folders besides the workspace's own in which commands may write. Default: none. */
  readonly writable?: readonly string[];
  /**
   * Files and folders that they cannot change although they lie in writable ones. What they make of those that do not exist yet is taken
   * away after them, and stays under another name. Default: none but what runs code in the workspace's repository.
   */
  readonly readOnly?: readonly string[];
  /** Files and folders that they see as empty. Default: none but what this machine keeps of passwords. */
  readonly hidden?: readonly string[];
  /**
   * Hosts that they may reach, by exact name or as `*.example.org` (all below it); `*` alone leaves the network as it is. Default:
   * none, and there is no network.
   */
  readonly network?: readonly string[];
  /**
   * Those of them, as `wiki.internal` or `localhost:3000`, that may be in a private network or on this machine. Default: none but addresses that
   * `network` names.
   */
  readonly privateHosts?: readonly string[];
}
