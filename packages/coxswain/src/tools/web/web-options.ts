import type { Resolving } from "../../workspace/index.ts";

/** What tools of the web may reach besides the public internet, and how they find it. */
export interface WebOptions extends Resolving {
  /**
   * Hosts of private networks and of this machine that may be reached, as `localhost:3000` or, with any port, `wiki.internal`. Default: none.
   */
  readonly privateHosts?: readonly string[];
}
