import { THINKING_LEVELS } from "../model/index.ts";
import { SERVER_NAME } from "./mcp-server-name.ts";
import { serverShape } from "./mcp-server-shape.ts";
import { modelShape, providerShape } from "./provider-shape.ts";
import type { Settings } from "./settings.ts";
import type { Setting, Shape } from "./shape.ts";
import { boolean, array, object, oneOf, record, string, integer } from "./shapes.ts";
import {
  budget,
  compaction,
  environment,
  hook,
  lsp,
  permissions,
  retention,
  retry,
  sandboxShape,
  tasks,
  TASK_DEFAULTS,
  timeouts,
  web,
} from "./settings-sections.ts";
import { SCREEN_SETTINGS } from "./screen-settings.ts";
import { lowerCounts, lowerLimit, lowerLimits, onlyStricter, onlyValue, stricterSandbox } from "./tighten.ts";

const SETTINGS: { readonly [Key in keyof Settings]-?: Setting<Exclude<Settings[Key], undefined>> } = {
  model: {
    shape: string("a model reference such as provider/model"),
    project: "free",
    description: "The model, for example `provider/model`, `sonnet` or `opus 4.5:high`. Default: a model for which there is a key.",
  },
  thinking: {
    shape: oneOf(THINKING_LEVELS),
    project: "free",
    description: "Thinking level of the model. Default: the model's own.",
  },
  smallModel: {
    shape: string("a model reference such as provider/model"),
    project: "free",
    description: "The model for titles and summaries. Default: a small model of the same provider, otherwise the model itself.",
  },
  scopedModels: {
    shape: array(string("a model reference, or a pattern such as claude-*")),
    project: "free",
    description:
      "The models to cycle through, for example `claude-*` or `gpt-6*:high`. If `model` is not set, the first available one " +
      "is the default.",
  },
  titles: {
    shape: boolean(),
    project: "tighten",
    tighten: onlyValue(false),
    description:
      "If true, the small model generates titles of new sessions. Default: true, except with custom servers. A project can " +
      "only turn it off.",
  },
  fallbackModels: {
    shape: array(string("a model reference such as provider/model")),
    project: "never",
    default: [],
    description:
      "Models with which a run continues, in this order, if its model still fails after all retries or has no credit left. " +
      "`--fallback-model` overrides it.",
  },
  maxTurns: {
    shape: integer(0),
    project: "tighten",
    tighten: lowerLimit,
    default: 0,
    description: "Maximum number of turns of a run, 0 for no limit. A project can only lower it.",
  },
  budget: {
    shape: budget,
    project: "tighten",
    tighten: lowerLimits,
    description: "Spending limits of a run, 0 for no limit. A project can only lower them.",
  },
  tasks: {
    shape: tasks,
    project: "tighten",
    tighten: lowerCounts(TASK_DEFAULTS),
    description: "Limits of tasks that the model gives to other agents. A project can only lower them.",
  },
  allow: {
    shape: array(string("a tool's name")),
    project: "never",
    adds: true,
    default: [],
    description: "Tools that run without asking.",
  },
  permissions: {
    shape: permissions,
    project: "tighten",
    tighten: onlyStricter("ask"),
    description:
      "Permissions of tools: deny overrides ask, and ask overrides allow. A project can add rules to `ask` and `deny`, and " +
      "set a stricter mode.",
  },
  sandbox: {
    shape: sandboxShape,
    project: "tighten",
    tighten: stricterSandbox("auto"),
    description: "Confinement of the commands that the model runs. A project can make it stricter, and remove hosts and folders.",
  },
  providers: {
    shape: record({ expected: "lower-case letters, digits, dots and hyphens", pattern: /^[a-z0-9][a-z0-9.-]*$/ }, providerShape),
    project: "never",
    description: "Custom providers, and other URLs of built-in ones, by the prefix of their model references.",
  },
  models: {
    shape: record({ expected: "a model reference such as provider/model", pattern: /^[^\s/]+\/\S+$/ }, modelShape),
    project: "never",
    description: "Corrections to the catalog of models, by `provider/model`.",
  },
  shellPrefix: {
    shape: string("a string"),
    project: "free",
    description: "Prefix of every shell command, separated by a space, for example to enable aliases.",
  },
  attribution: {
    shape: string("a git trailer such as Co-Authored-By: NAME <EMAIL>", /^[A-Za-z][A-Za-z0-9-]*: \S[^\r\n]*$/),
    project: "free",
    description: "Trailer that the model adds to commit messages, for example `Co-Authored-By: NAME <EMAIL>`. Default: none.",
  },
  web: {
    shape: web,
    project: "never",
    description: "Hosts that web tools may access in addition to the public internet, and the search providers.",
  },
  environment: { shape: environment, project: "never", description: "Environment of commands." },
  mcpServers: {
    shape: record(SERVER_NAME, serverShape),
    project: "never",
    description: "MCP servers by name. A project names its own in `.mcp.json`. See [MCP servers](mcp.md).",
  },
  hooks: {
    shape: array(hook),
    project: "free",
    adds: true,
    default: [],
    description:
      "Commands that run at events of every run, in this order: yours, then those of a trusted project, which can only add " +
      "hooks. `cox hooks` lists them.",
  },
  claudeHooks: {
    shape: oneOf(["off", "project", "all"]),
    project: "never",
    default: "project",
    description:
      "Hooks of Claude Code's settings files that also run: none (`off`), those of a trusted project's " +
      "`.claude/settings.json` and `.claude/settings.local.json` (`project`), or also those of your " +
      "`~/.claude/settings.json` (`all`).",
  },
  extensions: {
    shape: array(string("a package, or a path such as ./extensions/mine.ts")),
    project: "free",
    adds: true,
    default: [],
    description:
      "Extensions in addition to those in folders named `extensions`: packages, which `npm install --prefix` installs next " +
      "to your settings, and paths that begin with `./`, `/` or `~/`, relative to your settings or to the project's folder. " +
      "A trusted project's extensions come after yours. `cox extensions` lists them.",
  },
  retention: { shape: retention, project: "never", description: "Retention of sessions. Nothing is deleted automatically." },
  cacheTtl: {
    shape: oneOf(["5m", "1h"]),
    project: "free",
    default: "5m",
    description:
      "Lifetime of the prompt cache of Anthropic's models, with any provider. An hour costs more to write, and saves money " +
      "if you continue after more than five minutes. Other providers decide the lifetime themselves.",
  },
  timeouts: { shape: timeouts, project: "free", description: "Timeouts after which a model's response counts as stalled." },
  retry: { shape: retry, project: "never", description: "Retries of requests after temporary failures." },
  compaction: {
    shape: compaction,
    project: "free",
    description: "Compaction replaces the older part of a long conversation by a summary. The log preserves everything.",
  },
  maskSecrets: {
    shape: boolean(),
    project: "tighten",
    tighten: onlyValue(true),
    default: true,
    description:
      "If true, tokens with a known format are masked in tool results before they are stored or sent to the model. Your keys " +
      "are always masked. A project can only turn it on.",
  },
  toolExecution: {
    shape: oneOf(["sequential", "parallel"]),
    project: "free",
    default: "parallel",
    description: "Execution of consecutive calls that only read: `parallel` or `sequential`.",
  },
  steerMode: {
    shape: oneOf(["skip", "after-batch"]),
    project: "free",
    default: "skip",
    description: "Effect of steering on calls that have not started: `skip` skips them; `after-batch` waits for them.",
  },
  onAbort: {
    shape: oneOf(["discard", "keep"]),
    project: "free",
    default: "discard",
    description:
      "Treatment of a message that an abort interrupts: `discard` removes it; `keep` stores it, as interactive sessions do by default.",
  },
  durability: {
    shape: oneOf(["full", "normal", "off"]),
    project: "never",
    default: "full",
    description:
      "Entries of a session that survive a power loss: `full` everything that the run has acted on, `normal` everything except results, " +
      "`off` only what the system has already written. With `off`, a run also continues while the disk is full. An " +
      "exit of the program alone loses nothing.",
  },
  verify: {
    shape: array(string("a command line")),
    project: "never",
    default: [],
    description:
      "Commands that must succeed before a run ends as done, such as `npm test`. If one fails, the model gets its output and " +
      "continues, at most three times in a run. They run like your own commands, without asking and without the sandbox. A command " +
      "that has passed after the last change does not run again. `--verify` overrides it.",
  },
  checks: {
    shape: array(string("a command line")),
    project: "never",
    default: [],
    description:
      "Other commands that count as checks in the evidence of a run, also with more arguments, such as `./verify.sh`. They are not run. " +
      "Tests, builds, type checks and linters of the usual ecosystems count without it.",
  },
  lsp: {
    shape: lsp,
    project: "never",
    description: "Language servers, which check edits and answer questions about code: see [language servers](lsp.md).",
  },
  recordChanges: {
    shape: boolean(),
    project: "never",
    default: true,
    description: "If true, changes of tools and commands in files are recorded, so that `cox undo` can revert them.",
  },
  ...SCREEN_SETTINGS,
};

/** Shape of `settings.json`, with its documentation. */
export const settingsShape: Shape<Settings> = object<Settings>(SETTINGS, { $schema: string("the address of a JSON Schema") });
