/** A host and port to connect to. */
export interface Target {
  /** In the URL parser's form, without a trailing dot; an IPv6 address is in brackets. */
  readonly host: string;
  readonly port: number;
}

/** Maximum length of a DNS name. */
const LONGEST = 253;

/**
 * Parses `host:port`, or `host` with a default port. Rejects everything else (user, zone, escapes, non-ASCII letters),
 * since a program and the proxy could read it as two different hosts.
 */
export const parseTarget = (text: string, port?: number): Target | undefined => {
  const [, host = "", portText] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const written = writtenHost(host);
  const taken = portText === undefined ? port : Number(portText);
  return written === undefined || taken === undefined || taken < 1 || taken > 65_535 ? undefined : { host: written, port: taken };
};

/** Normalizes an address or a name: `127.1` to `127.0.0.1`, and non-ASCII letters to Punycode as browsers do. */
export const writtenHost = (host: string): string | undefined => {
  if (host.length > LONGEST || !URL.canParse(`http://${host}`)) return undefined;
  const written = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  return written === "" ? undefined : written;
};

export const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

export const isSame = (one: Target, other: Target): boolean => one.host === other.host && one.port === other.port;

export const written = ({ host, port }: Target): string => `${host}:${port}`;

/** Returns the host for a connection: an IPv6 address without brackets. */
export const bare = (host: string): string => host.replace(/^\[|\]$/g, "");
