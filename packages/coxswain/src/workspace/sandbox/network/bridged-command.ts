/** A command in a separate network namespace, and its way to the proxy. */
export interface BridgeOptions {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** Path of the proxy's socket, as seen by the command. */
  readonly socket: string;
  /** Port on the namespace's loopback. Default: 3128. */
  readonly port?: number;
  /** Path of the Node that runs the bridge, as seen by the command. Default: this process's own. */
  readonly node?: string;
}

export interface BridgedCommand {
  /** Program and arguments to run instead of the command. */
  readonly command: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Wraps a command so that a bridge from its loopback to the proxy's socket runs beside it. The command starts once the
 * bridge listens. The PID namespace ends the bridge with the command. If the bridge fails, the command is not run, and
 * the exit code is 126.
 */
export const bridgedCommand = ({ command, socket, port = PORT, node = process.execPath }: BridgeOptions): BridgedCommand => ({
  command: ["/bin/sh", "-c", STARTER, "sh", node, BRIDGE, String(port), socket, ...command],
  env: proxyEnvironment(port),
});

const PORT = 3128;

/**
 * The bridge closes its output once it listens, which the shell waits for. It is not a child of the shell, so that
 * `wait` in the command ignores it.
 */
const STARTER = `
ready=$(NODE_OPTIONS= "$1" -e "$2" "$3" "$4" </dev/null 2>/dev/null &)
[ "$ready" = ready ] || { echo 'The way to the network of this sandbox could not be opened.' >&2; exit 126; }
shift 4
exec "$@"`;

/**
 * The bridge checks nothing, since any process in the namespace can use the socket directly. Descriptor 1 is reopened
 * so that no connection gets it: Node would end silently.
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

/** Variables that programs read, in both spellings. Programs connect directly to the namespace's own loopback. */
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
