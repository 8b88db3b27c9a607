/** Side effects of an import. */
export interface Effects {
  /** Number of loaded modules. */
  readonly modules: number;
  /** Installed packages among them. */
  readonly packages: readonly string[];
  /** Calls of functions for files, processes, the network and timers. */
  readonly calls: readonly string[];
  /** New globals, listeners, environment variables and handles. */
  readonly changes: readonly string[];
}
