import { existsSync } from "node:fs";
import type { ProcessContext } from "../process/index.ts";
import { type Finding, good, wrong } from "./finding.ts";

const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

/** How requests leave this machine. */
export const networkFindings = (env: ProcessContext["env"]): readonly Finding[] => {
  const proxies = PROXIES.flatMap((name) => [name, name.toLowerCase()]).flatMap((name) => {
    const value = env[name];
    return value ? [good("proxy", `${name}=${withoutPassword(value)}`)] : [];
  });
  const authorities = env["NODE_EXTRA_CA_CERTS"];
  return [...(proxies.length === 0 ? [good("proxy", "none")] : proxies), ...(authorities ? [authority(authorities)] : [])];
};

const authority = (path: string): Finding =>
  existsSync(path) ? good("certificates", path) : wrong("certificates", `NODE_EXTRA_CA_CERTS names ${path}, which is not there`);

const withoutPassword = (proxy: string): string => proxy.replaceAll(/\/\/[^/@\s]*@/g, "//…@");
