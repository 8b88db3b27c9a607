#!/usr/bin/env node
// Parses on every Node since 14, so that an old one can be told what is missing. Nothing is imported: that would read, and so load, all that a module names.
const { env, versions } = process;
const [major, minor] = versions.node.split(".").map(Number);
const main = new URL("../dist/main.js", import.meta.url);

/** Compiled code is kept where only this user writes. */
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
  // A path that is not absolute would lead into the workspace, whose code is not ours. Node never stops trying to make a folder below /proc.
  if (folder && isAbsolute(folder) && !folder.startsWith("/proc/")) enableCompileCache(join(folder, "compile"));
  await import(main.href);
};

if (major < 22 || (major === 22 && minor < 19)) {
  refuse(`Node.js 22.19 or newer is required, this is ${versions.node}. Install a newer version from https://nodejs.org`);
} else {
  await start();
}
