#!/usr/bin/env node
"use strict";
// Parses on every Node.js since 14, so that an old one can report the required version. CommonJS, because an empty ES module
// starts two milliseconds later.
const { env, versions } = process;
const [major, minor] = versions.node.split(".").map(Number);

const refuse = (reason) => {
  process.stderr.write(`cox: ${reason}\n`);
  process.exitCode = 1;
};

/** Folder of the caches, which only this user can write; undefined if there is none. */
const cacheFolder = ({ isAbsolute, join }) => {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE, COX_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = env;
  if (NODE_DISABLE_COMPILE_CACHE === "1") return undefined;
  const folder =
    NODE_COMPILE_CACHE ||
    (COX_HOME && join(COX_HOME, "cache")) ||
    (XDG_CACHE_HOME && join(XDG_CACHE_HOME, "coxswain")) ||
    (LOCALAPPDATA && join(LOCALAPPDATA, "coxswain", "cache")) ||
    (HOME && join(HOME, ".cache", "coxswain"));
  // A relative path would be in the workspace, whose files are not trusted. Below /proc, Node.js tries to create the folder
  // forever.
  return folder && isAbsolute(folder) && !folder.startsWith("/proc/") ? folder : undefined;
};

/**
 * Compiled code of one build for this Node.js, a file for each chunk. V8 verifies neither the content of a source, only its
 * length, nor a checksum: therefore the folder's name has the build's content hash, and a file contains its code twice.
 * Comparing the halves is the only check for damage that needs no further module of Node.js.
 */
const codeCache = (fs, { join }, parent, build) => {
  const folder = join(parent, `${build}-${process.version}-${process.arch}`);
  const isPrivate = () => {
    const { uid, mode } = fs.lstatSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  };
  const isUsable = attempt(isPrivate) === true;
  return {
    read: (name) =>
      isUsable
        ? attempt(() => {
            const bytes = fs.readFileSync(join(folder, name));
            const half = bytes.length / 2;
            return bytes.compare(bytes, half, bytes.length, 0, half) === 0 ? bytes.subarray(0, half) : undefined;
          })
        : undefined,
    /** Creates the folder. Returns false if the cache cannot be written. */
    open: () =>
      attempt(() => {
        if (fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) removeUnused(fs, join, parent);
        return isPrivate();
      }) === true,
    write: (name, code) =>
      attempt(() => {
        const temporary = join(folder, `${name}.${process.pid}`);
        fs.writeFileSync(temporary, Buffer.concat([code, code]), { flag: "wx", mode: 0o600 });
        fs.renameSync(temporary, join(folder, name));
      }),
  };
};

/** Removes the code of builds that nothing was written for in 30 days. */
const removeUnused = (fs, join, parent) => {
  for (const name of fs.readdirSync(parent)) {
    const folder = join(parent, name);
    if (Date.now() - fs.statSync(folder).mtimeMs > 30 * 86_400_000) fs.rmSync(folder, { recursive: true });
  }
};

const attempt = (action) => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/**
 * Runs the built program. V8 compiles a function at its first call, but Node's own cache is written before a module runs. So
 * the chunks run as scripts, whose code is saved after the start, with the functions that it called.
 */
const start = () => {
  const fs = process.getBuiltinModule("node:fs");
  const path = process.getBuiltinModule("node:path");
  const { Script } = process.getBuiltinModule("node:vm");
  const main = path.join(__dirname, "..", "dist", "main.cjs");
  if (!fs.existsSync(main)) return refuse('cox is not built: run "npm run build" first');
  const caches = cacheFolder(path);
  const chunks = new Map();
  let cache;
  /** True if a chunk was compiled that the cache does not contain. */
  let isIncomplete = false;

  const importModule = (specifier) => {
    if (caches !== undefined) process.getBuiltinModule("node:module").enableCompileCache(path.join(caches, "compile"));
    return import(specifier);
  };

  const load = (file) => {
    const existing = chunks.get(file);
    if (existing !== undefined) return existing.module.exports;
    const name = path.basename(file);
    // The build writes only ASCII characters, which are the fastest to decode as this.
    const source = fs.readFileSync(file, "latin1");
    if (cache === undefined && caches !== undefined) cache = codeCache(fs, path, path.join(caches, "code"), buildIn(source));
    const cachedData = cache && cache.read(name);
    const wrapped = `(function (exports, require, module, __filename, __dirname, importModule) { ${source}\n})`;
    const script = new Script(wrapped, { filename: file, cachedData });
    const isCached = cachedData !== undefined && !script.cachedDataRejected;
    if (!isCached) isIncomplete = true;
    const module = { exports: {} };
    chunks.set(file, { name, script, module, cachedLength: isCached ? cachedData.length : 0 });
    const folder = path.dirname(file);
    const requireChunk = (id) => (id.startsWith(".") ? load(path.join(folder, id)) : process.getBuiltinModule(id));
    script.runInThisContext()(module.exports, requireChunk, module, file, folder, importModule);
    return module.exports;
  };

  /** V8 discards functions that are not called for a while, so a file is only replaced by one with more code. */
  const save = () => {
    if (!isIncomplete || cache === undefined || !cache.open()) return;
    isIncomplete = false;
    for (const chunk of chunks.values()) {
      const code = chunk.script.createCachedData();
      if (code.length <= chunk.cachedLength) continue;
      cache.write(chunk.name, code);
      chunk.cachedLength = code.length;
    }
  };

  load(main);
  setTimeout(save, SAVE_AFTER_MS).unref();
  process.once("exit", save);
};

/** A long run saves when its start is over: the first answer has usually begun, and V8 has discarded nothing. */
const SAVE_AFTER_MS = 3000;

/** The content hash of the build, in the first line of the program's main file. */
const buildIn = (source) => source.slice(2, source.indexOf("\n"));

if (major < 22 || (major === 22 && minor < 19)) {
  refuse(`Node.js 22.19 or newer is required, this is ${versions.node}. Install a newer version from https://nodejs.org`);
} else {
  start();
}
