/*
 * Imports the module that the first argument names and prints the side effects as JSON. Output of the module itself
 * makes
 * the JSON invalid.
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

/** Wraps the functions of an object to record their calls. Ignores Node's internal calls. */
const watch = (name: string, owner: object, keys: readonly string[] = Object.keys(owner)): void => {
  for (const key of keys) {
    const original: unknown = Reflect.get(owner, key);
    if (typeof original !== "function" || /^[A-Z_]/.test(key)) continue;
    Reflect.set(owner, key, (...args: unknown[]) => {
      const caller = new Error("where").stack?.split("\n")[2] ?? "";
      if (!/[( ]node:/.test(caller)) calls.push(`${name}${key}`);
      return Reflect.apply(original, owner, args);
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

/** Global state that an import can change, as lists of comparable strings. */
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

const changes = Object.entries(after).flatMap(([kind, now]) => {
  const earlier: readonly string[] = Reflect.get(before, kind);
  return now.filter((entry) => !earlier.includes(entry)).map((entry) => `${kind}: ${entry}`);
});
const effects: Effects = { modules, packages: [...packages].toSorted(), calls: during, changes };
process.stdout.write(JSON.stringify(effects));
