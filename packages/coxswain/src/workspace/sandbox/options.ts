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
   * Those of `network`, such as `wiki.internal` or `localhost:3000`, that may be on a private network or this machine.
   * Default: only addresses listed in `network`.
   */
  readonly privateHosts?: readonly string[];
}
