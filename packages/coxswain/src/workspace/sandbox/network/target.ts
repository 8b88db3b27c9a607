/** Where a program wants to go. */
export interface Target {
  /** As the parser of URLs writes it, without the dot that may end it; an address of version 6 in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The longest name that the system of names takes. */
const LONGEST = 253;

/**
 * Reads `host:port`, or `host` where there is a port to take. Nothing else may stand in it: no user, no zone, no escape, no letter beyond
 * ASCII, since a program and we could read that as two different hosts.
 */
export const parseTarget = (text: string, port?: number): Target | undefined => {
  const [, host = "", given] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const written = writtenHost(host);
  const taken = given === undefined ? port : Number(given);
  return written === undefined || taken === undefined || taken < 1 || taken > 65_535 ? undefined : { host: written, port: taken };
};

/** However an address or a name is written, it comes out one way: `127.1` as `127.0.0.1`, and letters beyond ASCII as a browser sends them. */
export const writtenHost = (host: string): string | undefined => {
  if (host.length > LONGEST || !URL.canParse(`http://${host}`)) return undefined;
  const written = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  return written === "" ? undefined : written;
};

export const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

export const isSame = (one: Target, other: Target): boolean => one.host === other.host && one.port === other.port;

export const written = ({ host, port }: Target): string => `${host}:${port}`;

/** As it is connected to: an address of version 6 without its brackets. */
export const bare = (host: string): string => host.replace(/^\[|\]$/g, "");
