/** What importing a module did to its process. */
export interface Effects {
  /** How many modules it loaded. */
  readonly modules: number;
  /** The installed packages among them. */
  readonly packages: readonly string[];
  /** Files, processes, network and timers that it touched. */
  readonly calls: readonly string[];
  /** Globals, listeners, environment and handles that it left. */
  readonly changes: readonly string[];
}
