/*
 * Imports the module that the first argument names, in a process of its own, and prints what that did to the process as JSON.
 * What the module itself prints is printed too, and so spoils the JSON.
 */
import child_process from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { registerHooks, syncBuiltinESMExports } from "node:module";
import net from "node:net";
import type { Effects } from "./effects.ts";

const calls: string[] = [];
const packages = new Set<string>();
let modules = 0;

/** Each function of an object tells that it was called, before it does its work. Node's own calls, as its loader's, do not count. */
const watch = (name: string, owner: object, keys: readonly string[] = Object.keys(owner)): void => {
  for (const key of keys) {
    const original: unknown = Reflect.get(owner, key);
    if (typeof original !== "function" || /^[A-Z_]/.test(key)) continue;
    Reflect.set(owner, key, (...given: unknown[]) => {
      const caller = new Error("where").stack?.split("\n")[2] ?? "";
      if (!/[( ]node:/.test(caller)) calls.push(`${name}${key}`);
      return Reflect.apply(original, owner, given);
    });
  }
};

watch("fs.", fs);
watch("fs.promises.", fs.promises);
watch("child_process.", child_process);
watch("http.", http);
watch("net.", net);
watch("", globalThis, ["setTimeout", "setInterval", "setImmediate", "fetch"]);
syncBuiltinESMExports();

registerHooks({
  load(url, context, next) {
    modules += 1;
    const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
    if (found !== undefined) packages.add(found);
    return next(url, context);
  },
});

/** All that an import could leave behind, as one comparable text each. */
const snapshot = () => ({
  globals: Reflect.ownKeys(globalThis).map(String),
  prototypes: [Object, Array, String, Promise, Error, Function].flatMap((base) => Reflect.ownKeys(base.prototype).map(String)),
  listeners: process.eventNames().map((name) => `${String(name)} x ${process.listenerCount(name)}`),
  environment: Object.entries(process.env).map(String),
  handles: process.getActiveResourcesInfo(),
});

const target = process.argv[2] ?? "";
const before = snapshot();
calls.length = 0;
await import(target);
const during = [...calls];
const after = snapshot();

const changes = Object.entries(after).flatMap(([what, now]) => {
  const was: readonly string[] = Reflect.get(before, what);
  return now.filter((entry) => !was.includes(entry)).map((entry) => `${what}: ${entry}`);
});
const effects: Effects = { modules, packages: [...packages].toSorted(), calls: during, changes };
process.stdout.write(JSON.stringify(effects));
