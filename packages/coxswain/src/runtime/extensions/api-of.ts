import type { Hook } from "../../hooks/index.ts";
import type { Models } from "../../model/index.ts";
import { checkFields, type Fields } from "./check-fields.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionApi } from "./extension-api.ts";
import { COMMAND_NAME } from "./extension-command.ts";
import { entryType, type ExtensionEntry } from "./extension-state.ts";
import type { ExtensionBlock } from "./extension-ui.ts";
import { checkTool } from "./extension-tool.ts";
import { inWords } from "./in-words.ts";
import type { Listeners } from "./listeners.ts";
import { type Connect, modelsOf } from "./models-of.ts";
import type { OpenSessions } from "./open-sessions.ts";
import type { Registered } from "./registered.ts";
import type { Registry, ToolMaker } from "./registry.ts";
import type { Scope } from "./scope.ts";
import type { States } from "./states.ts";

export interface ApiParts {
  readonly scope: Scope;
  /** Absolute path, or another identifier of the extension. */
  readonly place: string;
  /** Runs code on behalf of the extension. */
  readonly inside: <Value>(work: () => Value) => Value;
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly states: States;
  readonly sessions: OpenSessions;
  readonly connect: Connect;
  /** Names of the program's own commands. */
  readonly reserved: readonly string[];
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Returns the API through which one extension registers its contributions. */
export const apiOf = (parts: ApiParts): ExtensionApi => {
  const { scope, place, inside, registry, listeners, states, sessions, connect, reserved, log, warn } = parts;
  const { extension } = scope;

  /** Registers a value, unless the extension is unloaded. */
  const add = <Value>(what: string, list: Registered<Value>, value: Value): (() => void) => {
    scope.mustBeThere();
    return scope.add(what, list.add(extension, value));
  };

  /** `part`: a required field and its type. */
  const named = <Value extends { readonly name: string; readonly description: string }>(
    kind: string,
    list: Registered<Value>,
    value: Value,
    part: readonly [name: keyof Value & string, type: "string" | "function"],
    fields: Fields = {},
  ): (() => void) => {
    const { name, description } = value;
    if (typeof name !== "string" || !NAME.test(name))
      throw new ExtensionError(`${JSON.stringify(name)} is not a valid name for a ${kind}.`);
    if (typeof description !== "string" || description.trim() === "") throw new ExtensionError(`The ${kind} ${name} has no description.`);
    if (typeof value[part[0]] !== part[1]) throw new ExtensionError(`The ${kind} ${name} has no ${part[0]}.`);
    checkFields(`${kind} ${name}`, value, fields);
    const holder = list.all.find((brought) => brought.value.name === name)?.extension;
    if (holder !== undefined) throw new ExtensionError(`There is a ${kind} ${name} already, of the extension ${holder}.`);
    return add(`${kind} ${name}`, list, value);
  };

  return {
    name: extension,
    registerTool(tool) {
      const maker = tool as ToolMaker;
      if (typeof maker === "function") return add("tools of each workspace", registry.tools, maker);
      checkTool(maker);
      const holder = registry.tools.all.find(({ value }) => value.name === maker.name)?.extension;
      if (holder !== undefined) throw new ExtensionError(`There is a tool ${maker.name} already, of the extension ${holder}.`);
      return add(`tool ${maker.name}`, registry.tools, maker);
    },
    registerCommand(command) {
      const { name } = command;
      if (!COMMAND_NAME.test(name)) throw new ExtensionError(`${JSON.stringify(name)} is not a valid name for a command.`);
      if (reserved.includes(name)) throw new ExtensionError(`The command /${name} is the program's own.`);
      return named("command", registry.commands, command, ["run", "function"], { argumentHint: "a string" });
    },
    registerHook(hook) {
      scope.mustBeThere();
      if (typeof hook.run !== "function") throw new ExtensionError(`The hook for ${hook.event} has no run.`);
      checkFields(`hook for ${hook.event}`, hook, { name: "a string", tools: "an array of strings", blocking: "a boolean" });
      const run: typeof hook.run = (input, context) => inside(() => hook.run(input, context));
      return scope.add(`hook ${hook.event}`, registry.hooks.add({ name: extension, ...hook, run } as unknown as Hook));
    },
    registerSkill: ({ hidden = false, ...skill }) =>
      named("skill", registry.skills, { ...skill, hidden, path: place, origin: "extension" }, ["body", "string"], {
        folder: "a string",
        hidden: "a boolean",
      }),
    registerTemplate: (template) =>
      named("prompt template", registry.templates, { ...template, path: place, origin: "extension" }, ["body", "string"], {
        argumentHint: "a string",
      }),
    registerAgent: (agent) =>
      named("agent", registry.agents, { ...agent, origin: "extension" }, ["prompt", "string"], {
        tools: "an array of strings",
        without: "an array of strings",
        model: "a string",
        thinking: "a thinking level",
      }),
    registerModels(models) {
      if (isModels(models)) return add("models", registry.models, models);
      return add(`models of ${Object.keys(models).join(", ")}`, registry.models, modelsOf(models, connect));
    },
    subscribe(listener) {
      scope.mustBeThere();
      if (typeof listener !== "function") throw new ExtensionError("A subscriber is a function.");
      const end = listeners.add(
        (event) => inside(() => listener(event)),
        (error) => {
          forget();
          warn(`one of its listeners failed, and receives no more events: ${inWords(error)}`);
        },
      );
      const forget = scope.add("subscriber", end);
      return forget;
    },
    state(definition) {
      const { name } = definition;
      if (!scope.isSettingUp) throw new ExtensionError(`The state ${name} must be defined while the extension ${extension} is set up.`);
      if (!COMMAND_NAME.test(name)) throw new ExtensionError(`${JSON.stringify(name)} is not a valid name for a state.`);
      if (typeof definition.apply !== "function") throw new ExtensionError(`The state ${name} has no apply.`);
      const fold = states.define(extension, definition);
      return {
        of: (sessionId) => sessions.get(sessionId).view(fold),
        async append(sessionId, fact) {
          scope.mustBeThere();
          states.mustBeJson(`The fact for the state ${name}`, fact);
          await sessions.get(sessionId).session.append<ExtensionEntry>({ type: entryType(extension, name), fact });
        },
      };
    },
    registerBlock(block) {
      const { state } = block;
      if (!COMMAND_NAME.test(state)) throw new ExtensionError(`${JSON.stringify(state)} is not a valid name for a state.`);
      if (typeof block.render !== "function") throw new ExtensionError(`The block of the state ${state} has no render.`);
      if (registry.blocks.all.some((one) => one.extension === extension && one.value.state === state))
        throw new ExtensionError(`The state ${state} has a block already.`);
      return add(`block ${state}`, registry.blocks, block as ExtensionBlock);
    },
    registerKey(key) {
      if (typeof key.key !== "string" || key.key === "") throw new ExtensionError("A key needs its name, such as ctrl+g.");
      if (typeof key.action !== "string" || key.action === "") throw new ExtensionError(`The key ${key.key} has no action.`);
      checkFields(`key ${key.key}`, key, { description: "a string" });
      return add(`key ${key.key}`, registry.keys, key);
    },
    log,
    warn,
  };
};

/** Valid names of skills, agents and prompt templates; template names may also contain colons. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._:-]{0,63}$/u;

const isModels = (models: Parameters<ExtensionApi["registerModels"]>[0]): models is Models =>
  typeof models["get"] === "function" && typeof models["list"] === "function";
