#!/usr/bin/env node
// Parses on every Node.js since 14, so that an old one can report the required version. No static imports: Node.js would load
// every built-in module that they name.
const { env, versions } = process;
const [major, minor] = versions.node.split(".").map(Number);
const main = new URL("../dist/main.js", import.meta.url);

/** Folder of the compile cache, which only this user can write. */
const cacheFolder = (join) => {
  const { COX_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = env;
  if (COX_HOME) return join(COX_HOME, "cache");
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, ".cache"));
  return base && join(base, "coxswain");
};

const refuse = (reason) => {
  process.stderr.write(`cox: ${reason}\n`);
  process.exitCode = 1;
};

const start = async () => {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  const { isAbsolute, join } = process.getBuiltinModule("node:path");
  if (!existsSync(main)) return refuse('cox is not built: run "npm run build" first');
  const folder = cacheFolder(join);
  // A relative path would be in the workspace, whose files are not trusted. Below /proc, Node.js tries to create the folder
  // forever.
  if (folder && isAbsolute(folder) && !folder.startsWith("/proc/")) enableCompileCache(join(folder, "compile"));
  await import(main.href);
};

if (major < 22 || (major === 22 && minor < 19)) {
  refuse(`Node.js 22.19 or newer is required, this is ${versions.node}. Install a newer version from https://nodejs.org`);
} else {
  await start();
}
