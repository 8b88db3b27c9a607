import { THINKING_LEVELS } from "../model/index.ts";
import { PERMISSION_MODES } from "../policy/index.ts";
import { model, provider } from "./provider-shape.ts";
import type {
  BudgetSettings,
  CompactionSettings,
  EnvironmentSettings,
  HookSettings,
  HookSettingsEvent,
  PermissionSettings,
  RetentionSettings,
  RetrySettings,
  Settings,
  TaskSettings,
  TimeoutSettings,
  WebSearchSettings,
  WebSettings,
} from "./settings.ts";
import { amount, bool, type Field, list, object, oneOf, type ProjectRule, type Shape, table, text, whole } from "./shapes/index.ts";
import { rule } from "./rule-shape.ts";
import { sandbox } from "./sandbox-shape.ts";
import { lowerCounts, lowerLimit, lowerLimits, onlyStricter, onlyTo, stricterSandbox } from "./tighten.ts";

/**
 * One setting: its valid values, its description, and its project rule. `never`: a project cannot decide where requests
 * and keys are sent, which actions run without a question, or which user data is stored. `tighten`: a project can only
 * lower run limits, with a function that compares. `free`: a project can decide how to work. All else is derived from
 * this: validation, merging, `docs/settings.md`, the JSON Schema, `cox config` and its completion.
 */
type Setting<Value> = Field<Value> & { readonly project: ProjectRule };

const environment = object<EnvironmentSettings>({
  allow: {
    shape: list(text("the name of an environment variable", /^[A-Za-z_][A-Za-z0-9_]*$/)),
    default: [],
    description: "Variables that commands are given although their names look like secrets.",
  },
});

const httpUrl = text("an http or https URL", /^https?:\/\/[^\s/]\S*$/);

const search = object<WebSearchSettings>({
  provider: {
    shape: oneOf(["brave", "exa", "searxng", "tavily"]),
    required: true,
    description:
      "Its key is taken from `BRAVE_API_KEY`, `EXA_API_KEY` or `TAVILY_API_KEY`, or from what `cox auth set` keeps. SearXNG wants none.",
  },
  url: {
    shape: httpUrl,
    description: "Where it is asked, also in a private network. Default: the provider's own address; a SearXNG has to be named.",
  },
});

const web = object<WebSettings>({
  privateHosts: {
    shape: list(text("a host, or a host and a port", /^[^\s/@]+$/)),
    default: [],
    description:
      "Hosts of private networks and of this machine that `fetch` and `download` may reach, and confined commands that `sandbox.network` names them " +
      "for, as `localhost:3000` or, with any port, `wiki.internal`.",
  },
  search: {
    shape: search,
    description: "Who searches the web for the tool `web_search`. Default: nobody, and models are not shown the tool.",
  },
  sourcegraph: {
    shape: object<NonNullable<WebSettings["sourcegraph"]>>({
      url: {
        shape: httpUrl,
        required: true,
        description:
          "As `https://sourcegraph.com`. A token is taken from `SRC_ACCESS_TOKEN`, or from what `cox auth set sourcegraph` keeps.",
      },
    }),
    description: "The Sourcegraph that the tool `sourcegraph` searches code with. Default: none, and models are not shown the tool.",
  },
});

const timeouts = object<TimeoutSettings>({
  noBytesSeconds: {
    shape: whole(1),
    description: "Seconds that a response may bring no byte. Default: 60, and 600 of servers on this machine.",
  },
  noContentSeconds: {
    shape: whole(1),
    description: "Seconds that it may bring bytes but no content. Default: 300, and 600 of servers on this machine.",
  },
});

const retry = object<RetrySettings>({
  tries: { shape: whole(0), default: 3, description: "How often one response is asked for again that fails for the moment; 0 for never." },
  baseSeconds: { shape: amount(), default: 2, description: "Seconds before the first time; each further wait is twice as long." },
  capSeconds: {
    shape: amount(),
    default: 60,
    description: "Seconds that a wait may take; a provider that asks for more ends the run.",
  },
  budgetSeconds: {
    shape: amount(),
    default: 600,
    description: "Seconds after a response's first failure in which it may be asked for again.",
  },
});

const compaction = object<CompactionSettings>({
  auto: {
    shape: oneOf(["off", "advisory", "auto"]),
    default: "auto",
    description:
      "`auto`: the conversation is compacted by itself once the window is nearly full. `advisory`: it is only said. Both help a request that is too long " +
      "by compacting once; `off` does nothing. `--no-compaction` is `off`.",
  },
  advisePercent: { shape: whole(0, 99), default: 80, description: "Percent of the window at which it is said; 0 for never." },
  aboveTokens: { shape: whole(0), default: 0, description: "Tokens above which it is compacted as well, 0 for no such limit." },
  keepTokens: {
    shape: whole(0),
    description: "Tokens of the latest messages that stay as they are. Default: 20000, and at most a quarter of the window.",
  },
  maxTokens: { shape: whole(0), description: "Tokens that a summary may have; 0 for 1024. Default: 4 % of the window, from 512 to 8192." },
});

const budget = object<BudgetSettings>({
  usd: { shape: amount(), default: 0, description: "USD, as far as models' prices are known." },
  tokens: { shape: whole(0), default: 0, description: "Tokens of requests and answers, those read from a cache too." },
  toolCalls: { shape: whole(0), default: 0, description: "Tool calls that are run." },
  seconds: { shape: amount(), default: 0, description: "Seconds from its beginning to its end." },
});

/** Defaults. */
const TASKS: Required<TaskSettings> = { depth: 3, atOnce: 8, waiting: 32, perRun: 100 };

const tasks = object<TaskSettings>({
  depth: {
    shape: whole(0),
    default: TASKS.depth,
    description:
      "Levels of agents that there may be below a session: 1 for agents that can give no tasks themselves, 0 for no tasks at all.",
  },
  atOnce: { shape: whole(1), default: TASKS.atOnce, description: "Agents of one level that work at a time. More of them wait." },
  waiting: { shape: whole(0), default: TASKS.waiting, description: "Agents of one level that may wait. What goes beyond is refused." },
  perRun: { shape: whole(1), default: TASKS.perRun, description: "Tasks that a run and all agents below it may give together." },
});

const HOOK_EVENTS = [
  "before_run",
  "turn_start",
  "post_message",
  "pre_tool",
  "post_tool",
  "turn_end",
  "pre_compact",
  "run_end",
] as const satisfies readonly HookSettingsEvent[];

const hook = object<HookSettings>({
  event: { shape: oneOf(HOOK_EVENTS), required: true, description: "What it is asked about." },
  command: {
    shape: text("a command"),
    required: true,
    description: "A command for the shell, in the session's folder. It is told as JSON on its standard input; code 2 blocks.",
  },
  name: {
    shape: text("a name"),
    description: "What it is called where it denies or says something. Default: the beginning of the command.",
  },
  tools: {
    shape: list(text("a tool's name, or a pattern as mcp_*")),
    description:
      "Of `pre_tool` and `post_tool`, the tools that it is about, where `*` stands for any letters, and `edit` for `apply_patch` too. Default: all.",
  },
  timeout: { shape: whole(1), default: 5, description: "Seconds that it has." },
  blocking: {
    shape: bool(),
    default: true,
    description: "Whether a failure of it denies the run, the call or the compaction that it was asked about, or is only told.",
  },
  enabled: { shape: bool(), default: true, description: "Whether it is asked." },
});

const permissions = object<PermissionSettings>({
  mode: {
    shape: oneOf(PERMISSION_MODES),
    default: "ask",
    description:
      "What runs without a question, besides what rules allow. `plan`: only reading, and nothing else is done. `ask`: reading inside the folder. `auto-edit`: " +
      "writing inside as well, and commands in the sandbox. `yolo`: everything. What is denied or has to be asked holds in each. `--mode` replaces it.",
  },
  allow: {
    shape: list(rule()),
    adds: true,
    default: [],
    description: "Rules for what runs without asking, as `bash(git status)` or `fetch(example.org)`. `--allow` adds to them.",
  },
  ask: { shape: list(rule()), adds: true, default: [], description: "Rules for what is asked, whatever allows it." },
  deny: {
    shape: list(rule()),
    adds: true,
    default: [],
    description: "Rules for what is never done, as `bash(rm -rf)` or `read(~/.ssh/**)`. `--deny` adds to them.",
  },
});

const retention = object<RetentionSettings>({
  days: {
    shape: whole(1),
    description: "Days after its last use when `cox sessions prune` moves a session to the trash. Default: sessions are kept for ever.",
  },
});

const SETTINGS: { readonly [Key in keyof Settings]-?: Setting<Exclude<Settings[Key], undefined>> } = {
  model: {
    shape: text("a model as provider/model"),
    project: "free",
    description: "The model to ask, as `provider/model`, `sonnet` or `opus 4.5:high`. Default: one that there is a key for.",
  },
  thinking: {
    shape: oneOf(THINKING_LEVELS),
    project: "free",
    description: "How much the model is to reason before it answers. Default: the model's own.",
  },
  smallModel: {
    shape: text("a model as provider/model"),
    project: "free",
    description: "The model for titles and summaries. Default: a small one of the model's provider, else the model itself.",
  },
  scopedModels: {
    shape: list(text("a model, or a pattern as claude-*")),
    project: "free",
    description:
      "The models to go through, as `claude-*` or `gpt-6*:high`. The first that can be asked is the default where `model` says none.",
  },
  titles: {
    shape: bool(),
    project: "tighten",
    tighten: onlyTo(false),
    description:
      "Whether the small model gives new sessions titles. Default: true, but for servers of your own. A project can only turn it off.",
  },
  fallbackModels: {
    shape: list(text("a model as provider/model")),
    project: "never",
    default: [],
    description:
      "Models that a run goes on with, in this order, when its own still cannot answer after all tries, or has no credit left. `--fallback-model` replaces them.",
  },
  maxTurns: {
    shape: whole(0),
    project: "tighten",
    tighten: lowerLimit,
    default: 0,
    description: "Turns that one run may take, 0 for no limit. A project can lower your limit but not raise it.",
  },
  budget: {
    shape: budget,
    project: "tighten",
    tighten: lowerLimits,
    description: "What one run may spend, 0 for no limit. A project can lower your limits but not raise them.",
  },
  tasks: {
    shape: tasks,
    project: "tighten",
    tighten: lowerCounts(TASKS),
    description: "How far the model may give tasks to other agents. A project can lower these numbers but not raise them.",
  },
  allow: {
    shape: list(text("a tool's name")),
    project: "never",
    adds: true,
    default: [],
    description: "Tools that run without asking. `--allow` adds to them.",
  },
  permissions: {
    shape: permissions,
    project: "tighten",
    tighten: onlyStricter("ask"),
    description: "What tools may do: deny beats ask beats allow. A project can add to `ask` and `deny`, and make the mode stricter.",
  },
  sandbox: {
    shape: sandbox,
    project: "tighten",
    tighten: stricterSandbox("auto"),
    description: "What confines the commands that the model runs. A project can make it stricter, and take hosts and folders away.",
  },
  providers: {
    shape: table({ expected: "lower-case letters, digits, dots and hyphens", pattern: /^[a-z0-9][a-z0-9.-]*$/ }, provider),
    project: "never",
    description: "Providers of your own, and other addresses of known ones, by the name that references to their models begin with.",
  },
  models: {
    shape: table({ expected: "a model as provider/model", pattern: /^[^\s/]+\/\S+$/ }, model),
    project: "never",
    description: "Corrections to the catalog of models, by `provider/model`.",
  },
  shellPrefix: {
    shape: text("a text"),
    project: "free",
    description: "Put before every shell command, with a space between, as for aliases.",
  },
  web: { shape: web, project: "never", description: "What tools of the web may reach besides the public internet, and who searches it." },
  environment: { shape: environment, project: "never", description: "What of the environment commands are given." },
  hooks: {
    shape: list(hook),
    project: "free",
    adds: true,
    default: [],
    description:
      "Commands that have a say in every run, in this order: yours, then those of a trusted project, which can only add to them. `cox hooks` lists them.",
  },
  claudeHooks: {
    shape: oneOf(["off", "project", "all"]),
    project: "never",
    default: "project",
    description:
      "Whose hooks in Claude Code's settings files are asked as well: nobody's (`off`), those of a trusted project's `.claude/settings.json` and " +
      "`.claude/settings.local.json` (`project`), or those of your own `~/.claude/settings.json` too (`all`).",
  },
  extensions: {
    shape: list(text("a package, or a path as ./extensions/mine.ts")),
    project: "free",
    adds: true,
    default: [],
    description:
      "Extensions besides those that lie in a folder `extensions`: packages, which `npm install --prefix` puts beside your own settings, and paths that begin " +
      "with `./`, `/` or `~/`, from where your settings are, or from the project's folder. Those of a trusted project come after yours. `cox extensions` lists them.",
  },
  retention: { shape: retention, project: "never", description: "How long sessions are kept. Nothing goes by itself." },
  cacheTtl: {
    shape: oneOf(["5m", "1h"]),
    project: "free",
    default: "5m",
    description:
      "How long Anthropic's models, wherever they are served, are asked to keep what they have read of a conversation. An hour costs more to write, and " +
      "pays when you come back later than five minutes. Other providers keep what they have read for as long as they like.",
  },
  timeouts: { shape: timeouts, project: "free", description: "When a model's response counts as stalled." },
  retry: { shape: retry, project: "never", description: "How often and how long a request is made again that fails for the moment." },
  compaction: {
    shape: compaction,
    project: "free",
    description: "When a summary takes the place of a long conversation's older part. The log keeps all of it.",
  },
  maskSecrets: {
    shape: bool(),
    project: "tighten",
    tighten: onlyTo(true),
    default: true,
    description:
      "Whether tokens that are known by their shape are masked in what tools bring, before it is kept or the model sees it. Your keys always are. A project " +
      "can only turn it on.",
  },
  toolExecution: {
    shape: oneOf(["sequential", "parallel"]),
    project: "free",
    default: "parallel",
    description: "Whether neighbouring calls that only read may run together.",
  },
  steerMode: {
    shape: oneOf(["skip", "after-batch"]),
    project: "free",
    default: "skip",
    description: "Whether steering skips the calls that have not started, or waits for them.",
  },
  onAbort: {
    shape: oneOf(["discard", "keep"]),
    project: "free",
    default: "discard",
    description: "What becomes of a message that an abort cuts off.",
  },
  durability: {
    shape: oneOf(["full", "normal", "off"]),
    project: "never",
    default: "full",
    description:
      "What of a session survives a loss of power: `full` all that was acted on, `normal` all but results, `off` what the system has written by " +
      "then; with `off` a run also goes on while there is no space. The end of the program alone loses nothing.",
  },
};

/** Shape of `settings.json`, with its documentation. */
export const settingsShape: Shape<Settings> = object<Settings>(SETTINGS, { $schema: text("the address of a JSON Schema") });
