#!/usr/bin/env node
// Parses on every Node since 14, so that an old one can be told what is missing.
import { existsSync } from "node:fs";
import module from "node:module";
import { isAbsolute, join } from "node:path";
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);
const main = new URL("../dist/main.js", import.meta.url);

/** Compiled code is kept where only this user writes. */
const cacheFolder = () => {
  const { COX_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  if (COX_HOME) return join(COX_HOME, "cache");
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, ".cache"));
  return base && join(base, "coxswain");
};

const refuse = (reason) => {
  process.stderr.write(`cox: ${reason}\n`);
  process.exitCode = 1;
};

if (major < 22 || (major === 22 && minor < 19)) {
  refuse(`Node.js 22.19 or newer is needed, and this is ${process.versions.node}: install a newer one from https://nodejs.org`);
} else if (existsSync(main)) {
  const folder = cacheFolder();
  // A path that is not absolute would lead into the workspace, whose code is not ours. Node never stops trying to make a folder below /proc.
  if (folder && isAbsolute(folder) && !folder.startsWith("/proc/")) module.enableCompileCache(join(folder, "compile"));
  await import(main.href);
} else {
  refuse('it is not built yet: run "npm run build" first');
}
