/** What tools of the web may reach besides the public internet, and how they find it. */
export interface WebOptions {
  /**
   * Hosts of private networks and of this machine that may be reached, as `localhost:3000` or, with any port, `wiki.internal`. Default: none.
   */
  readonly privateHosts?: readonly string[];
  /** All addresses of a host. Default: as the system resolves it. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Whether an address is one of those that are refused. Default: all that are not of the public internet. */
  readonly isPrivate?: (address: string) => boolean;
}
