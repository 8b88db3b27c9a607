const MAX_LENGTH = 512;

/**
 * Returns a name for a remote's URL that does not depend on the protocol: `github.com/ann/boat` for `https://`,
 * `ssh://` and `git@github.com:ann/boat.git`. Omits user, password, query and fragment, which may contain a token.
 * Undefined for a URL that is only valid locally, such as a relative path.
 */
export const remoteName = (url: string): string | undefined => {
  if (url.length > MAX_LENGTH || HIDDEN.test(url)) return undefined;
  const name = fromUrl(url) ?? fromPath(url) ?? fromShort(url);
  return name === undefined || name.endsWith("/") ? undefined : name;
};

// oxlint-disable-next-line no-control-regex -- what has no place in an address
const HIDDEN = /[\u0000-\u0020\u007f-\u009f]/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: "443", http: "80", ssh: "22", git: "9418" };

/** `https://user:token@host:port/path.git?query#fragment` */
const fromUrl = (url: string): string | undefined => {
  const [, scheme = "", authority, path] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  if (authority === undefined || path === undefined) return undefined;
  if (scheme.toLowerCase() === "file") return fromPath(path);
  const [, host = "", port = ""] = /([^@]*?)(?::(\d*))?$/.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  if (host === "") return undefined;
  const usual = port === "" || port === DEFAULT_PORTS[scheme.toLowerCase().replace(/^git\+/, "")];
  return `${host.toLowerCase()}${usual ? "" : `:${port}`}/${bare(path)}`;
};

/** `/srv/boat.git`, `C:\srv\boat` */
const fromPath = (path: string): string | undefined => {
  if (!/^(\/|[a-z]:[\\/])/i.test(path)) return undefined;
  return `file:/${bare(path.replaceAll("\\", "/"))}`;
};

/** `user@host:path.git`, the scp-like form of ssh. */
const fromShort = (address: string): string | undefined => {
  const [, host, path = ""] = /^(?:[^/:@]*@)?([^/:@]+):(?!\/\/)(.*)$/.exec(address) ?? [];
  return host === undefined ? undefined : `${host.toLowerCase()}/${bare(path.replace(/[?#].*$/, ""))}`;
};

const bare = (path: string): string =>
  path
    .replaceAll(/\/{2,}/g, "/")
    .replace(/\/$/, "")
    .replace(/\.git$/, "")
    .replace(/^\//, "");
