import type { Resolving } from "../../workspace/index.ts";

/** Hosts that web tools may reach in addition to the public internet, and how they resolve names. */
export interface WebOptions extends Resolving {
  /**
   * Hosts in private networks and on this machine that the tools may reach, for example `localhost:3000` or, with any
   * port, `wiki.internal`. Default: none.
   */
  readonly privateHosts?: readonly string[];
}
