import type { PermissionRequest } from "../../loop/index.ts";
import type { Rule } from "./rule.ts";

/** True if the request is for a command line. */
export const isCommand = ({ tool, shell }: PermissionRequest): boolean => shell !== undefined || tool === "bash";

/** The parts of a URL that rules compare. */
interface Origin {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Backslashes and line breaks are read as a request reads them. Undefined for other schemes, and for text that is not a URL. */
const originOf = (url: string): Origin | undefined => {
  const plain = url.replaceAll(/[\t\n\r]/g, "").replaceAll("\\", "/");
  const [, scheme = "", host = "", digits = ""] =
    /^(https?):\/\/(?:[^/?#@]*@)*(\[[^\]]*\]|[^/?#:]*)(?::(\d{0,5}))?(?=[/?#]|$)/.exec(plain.replace(/^[^:]*/, lower)) ?? [];
  const port = digits === "" ? DEFAULT_PORTS[scheme] : Number(digits);
  return host === "" || port === undefined ? undefined : { scheme, host: lower(host).replace(/\.$/, ""), port };
};

const lower = (text: string): string => text.toLowerCase();

type HostRule = Rule & { readonly about: "host" };

/** True if a rule that allows applies: if it names no scheme or port, it means https on port 443. */
export const allowsOrigin = ({ host, scheme = "https", port = DEFAULT_PORTS[scheme] }: HostRule, url: string): boolean => {
  const origin = originOf(url);
  return origin !== undefined && isHost(origin.host, host) && origin.scheme === scheme && origin.port === port;
};

/** True if a rule that asks or denies applies: if it names no scheme or port, it means all of them. */
export const forbidsOrigin = ({ host, scheme, port }: HostRule, url: string): boolean => {
  const origin = originOf(url);
  return (
    origin !== undefined &&
    isHost(origin.host, host) &&
    (scheme === undefined || origin.scheme === scheme) &&
    (port === undefined || origin.port === port)
  );
};

/** The rule that allows the origin of a URL, in the form that `parseRule` reads. None for other schemes. */
export const originRule = (url: string): readonly string[] => {
  const origin = originOf(url);
  if (origin === undefined) return [];
  const { scheme, host, port } = origin;
  return [`fetch(${scheme === "https" ? "" : `${scheme}://`}${host}${port === DEFAULT_PORTS[scheme] ? "" : `:${port}`})`];
};

export const isHost = (host: string, rule: string): boolean => host === rule || (rule.startsWith("*.") && host.endsWith(rule.slice(1)));

type McpRule = Rule & { readonly about: "mcp" };

/** True if a rule names the tool of a request, in any version. */
export const isMcp = ({ tool, subject }: PermissionRequest, { server, tool: name }: McpRule): boolean => {
  if (tool === "mcp") return name === "*" ? subject.startsWith(`${server}/`) : subject === `${server}/${name}`;
  const prefixes = [`mcp_${server}_`, `mcp__${server}__`];
  return prefixes.some((prefix) => (name === "*" ? tool.startsWith(prefix) : tool === `${prefix}${name}`));
};

/** True if a rule that names the tool of a request allows its version. */
export const allowsVersion = ({ version }: PermissionRequest, rule: McpRule): boolean =>
  rule.version === undefined || rule.version === version;

/**
 * True if a rule names this tool. `edit` also names `apply_patch`: for users both change files, and it depends on the
 * model which one it has.
 */
export const isTool = (tool: string, named: string): boolean => tool === named || (named === "edit" && tool === "apply_patch");
