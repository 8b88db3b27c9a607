/** A command within a network of its own, and how it is to reach the proxy. */
export interface BridgeOrder {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where the proxy's socket is, as the command sees it. */
  readonly socket: string;
  /** Of the namespace's own loopback. Default: 3128. */
  readonly port?: number;
  /** The Node that the bridge runs on, as the command sees it. Default: this process's own. */
  readonly node?: string;
}

export interface Bridged {
  /** The program and its arguments, to be run in the place of the command. */
  readonly command: readonly string[];
  /** To be put over the command's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A command that has a bridge beside it from its loopback to the proxy's socket: it begins when the bridge listens. The bridge is left to the
 * namespace of processes, which has to end it with the command. Where it cannot be had the command is not run, and ends with 126.
 */
export const bridged = ({ command, socket, port = PORT, node = process.execPath }: BridgeOrder): Bridged => ({
  command: ["/bin/sh", "-c", STARTER, "sh", node, BRIDGE, String(port), socket, ...command],
  env: proxyEnvironment(port),
});

const PORT = 3128;

/** The bridge closes its output when it listens, by which the shell knows. It is no child of the shell, so that no `wait` of the command hears of it. */
const STARTER = `
ready=$(NODE_OPTIONS= "$1" -e "$2" "$3" "$4" </dev/null 2>/dev/null &)
[ "$ready" = ready ] || { echo 'The way to the network of this sandbox could not be opened.' >&2; exit 126; }
shift 4
exec "$@"`;

/**
 * It judges nothing: whoever is in the namespace can speak to the socket as well. The number of the closed output goes to no connection, for Node ends
 * without a word when one has it.
 */
const BRIDGE = `
const { closeSync, openSync, writeSync } = require("node:fs");
const { connect, createServer } = require("node:net");
const [port, socket] = process.argv.slice(1);
const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: socket, allowHalfOpen: true });
  for (const [one, other] of [[near, far], [far, near]]) one.on("error", () => other.destroy()).pipe(other);
});
server.listen({ port, host: "127.0.0.1" }, () => {
  writeSync(1, "ready");
  closeSync(1);
  openSync("/dev/null", "w");
});`;

/** What programs look at, which do not agree on the letters. What is on the namespace's own loopback they reach themselves. */
const proxyEnvironment = (port: number): Readonly<Record<string, string>> => {
  const proxy = `http://127.0.0.1:${port}`;
  const direct = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: direct,
    http_proxy: proxy,
    https_proxy: proxy,
    all_proxy: proxy,
    no_proxy: direct,
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    npm_config_noproxy: direct,
    NODE_USE_ENV_PROXY: "1",
  };
};
