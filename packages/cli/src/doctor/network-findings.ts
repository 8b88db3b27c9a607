import { existsSync } from "node:fs";
import type { ProcessContext } from "../process/index.ts";
import { type Finding, ok, broken } from "./finding.ts";

const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

/** Checks the proxy and the certificates. */
export const networkFindings = (env: ProcessContext["env"]): readonly Finding[] => {
  const proxies = PROXIES.flatMap((name) => [name, name.toLowerCase()]).flatMap((name) => {
    const value = env[name];
    return value ? [ok("proxy", `${name}=${withoutPassword(value)}`)] : [];
  });
  const authorities = env["NODE_EXTRA_CA_CERTS"];
  return [...(proxies.length === 0 ? [ok("proxy", "none")] : proxies), ...(authorities ? [authority(authorities)] : [])];
};

const authority = (path: string): Finding =>
  existsSync(path) ? ok("certificates", path) : broken("certificates", `NODE_EXTRA_CA_CERTS names ${path}, which does not exist`);

const withoutPassword = (proxy: string): string => proxy.replaceAll(/\/\/[^/@\s]*@/g, "//…@");
