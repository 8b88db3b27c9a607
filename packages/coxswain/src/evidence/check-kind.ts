/** The subject of a check. `named`: a command that the settings name. */
export type CheckKind = "test" | "build" | "types" | "lint" | "named";

type KindOf = CheckKind | ((words: readonly string[]) => CheckKind | undefined);

/** Returns what a simple command checks. Undefined: nothing. */
export const checkKind = (words: readonly string[]): CheckKind | undefined => {
  const [program = "", ...rest] = words;
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/\.(?:cmd|exe|bat|sh)$/i, "");
  const kind = PROGRAMS.get(name);
  return kind === undefined ? undefined : kindBy(kind, rest);
};

const kindBy = (kind: KindOf, words: readonly string[]): CheckKind | undefined => (typeof kind === "function" ? kind(words) : kind);

const operandsOf = (words: readonly string[]): readonly string[] => words.filter((word) => !/^[-+]/.test(word) && !/^\w+=/.test(word));

/** The kind of a name that people give to scripts, targets and tasks, such as `test:unit` or `lint`. */
const kindOfName = (name: string): CheckKind | undefined => NAMES.find(([pattern]) => pattern.test(name))?.[1];

const NAMES: readonly (readonly [RegExp, CheckKind])[] = [
  [/^(?:types?|tsc|typecheck|type-check|types?[-:]check|check[-:]types?|mypy|pyright)\b/i, "types"],
  [/^(?:lint|eslint|fmt[-:]check|format[-:]check|check[-:]format|style|clippy|vet|stylelint)\b/i, "lint"],
  [/^(?:build|compile|bundle|assemble|package|all)\b/i, "build"],
  [/^(?:tests?|spec|unit|e2e|integration|check|checks|verify|ci|coverage|validate)\b/i, "test"],
];

/** The first operand is a command of the program. */
const subcommand =
  (table: Readonly<Record<string, KindOf>>, otherwise?: CheckKind): KindOf =>
  (words) => {
    const at = words.findIndex((word) => !/^[-+]/.test(word));
    const kind = at === -1 ? undefined : Object.hasOwn(table, words[at] ?? "") ? table[words[at] ?? ""] : undefined;
    return kind === undefined ? otherwise : kindBy(kind, words.slice(at + 1));
  };

/** The first operand is a target that people name. */
const target =
  (otherwise?: CheckKind): KindOf =>
  (words) => {
    const operands = operandsOf(words);
    return operands.length === 0 ? otherwise : operands.map(kindOfName).find((kind) => kind !== undefined);
  };

/** The operands are another command. */
const runsProgram = (words: readonly string[]): CheckKind | undefined => {
  const at = words.findIndex((word) => !word.startsWith("-"));
  return at === -1 ? undefined : checkKind(words.slice(at));
};

/** A program that only checks if one of these words is among its own. */
const withWord =
  (word: RegExp, kind: CheckKind): KindOf =>
  (words) =>
    words.some((one) => word.test(one)) ? kind : undefined;

const script = (words: readonly string[]): CheckKind | undefined => {
  const [name = ""] = operandsOf(words);
  return kindOfName(name.slice(name.lastIndexOf(":") + 1)) ?? kindOfName(name);
};

const packageManager: Readonly<Record<string, KindOf>> = {
  test: "test",
  t: "test",
  tst: "test",
  run: script,
  "run-script": script,
  exec: runsProgram,
  x: runsProgram,
  dlx: runsProgram,
  build: "build",
  lint: "lint",
  typecheck: "types",
  check: "test",
};

const module: KindOf = (words) => {
  const at = words.indexOf("-m");
  if (at !== -1) return words[at + 1] === "unittest" ? "test" : checkKind(words.slice(at + 1));
  const [file = "", ...rest] = operandsOf(words);
  return file === "manage.py" && rest[0] === "test" ? "test" : file === "setup.py" && rest[0] === "test" ? "test" : undefined;
};

/** Tasks such as `:app:testDebug` and `compileKotlin`. */
const gradle = (words: readonly string[]): CheckKind | undefined => {
  const tasks = operandsOf(words).map(
    (task) => /^(?:test|check|lint|build|assemble|compile)/.exec(task.slice(task.lastIndexOf(":") + 1))?.[0] ?? "",
  );
  return tasks.map(kindOfName).find((kind) => kind !== undefined);
};

const maven = subcommand({ test: "test", verify: "test", install: "test", package: "build", compile: "build", "test-compile": "build" });

/** By base name: programs of the usual ecosystems whose exit code is the result of a check. */
const PROGRAMS: ReadonlyMap<string, KindOf> = new Map<string, KindOf>([
  // JavaScript
  ["npm", subcommand(packageManager)],
  ["pnpm", subcommand(packageManager)],
  ["yarn", (words: readonly string[]) => kindBy(subcommand(packageManager), words) ?? script(words) ?? runsProgram(words)],
  ["bun", subcommand({ ...packageManager, build: "build" })],
  ["npx", runsProgram],
  ["bunx", runsProgram],
  ["pnpx", runsProgram],
  ["node", withWord(/^--test$/, "test")],
  ["deno", subcommand({ test: "test", check: "types", lint: "lint", fmt: withWord(/^--check$/, "lint"), task: script })],
  ["tsc", "types"],
  ["vue-tsc", "types"],
  ["tsgo", "types"],
  ["eslint", "lint"],
  ["oxlint", "lint"],
  ["stylelint", "lint"],
  ["biome", subcommand({ check: "lint", lint: "lint", ci: "lint" })],
  ["prettier", withWord(/^(?:--check|-c|--list-different|-l)$/, "lint")],
  ["vitest", "test"],
  ["jest", "test"],
  ["mocha", "test"],
  ["ava", "test"],
  ["tap", "test"],
  ["playwright", subcommand({ test: "test" })],
  ["cypress", subcommand({ run: "test" })],
  ["vite", subcommand({ build: "build" })],
  ["webpack", "build"],
  ["rollup", "build"],
  ["esbuild", "build"],
  ["next", subcommand({ build: "build", lint: "lint" })],
  ["astro", subcommand({ build: "build", check: "types" })],
  ["svelte-check", "types"],
  ["turbo", subcommand({ run: script }, undefined)],
  ["nx", subcommand({ test: "test", build: "build", lint: "lint" })],
  // Python
  ["python", module],
  ["python3", module],
  ["py", module],
  ["pytest", "test"],
  ["py.test", "test"],
  ["tox", "test"],
  ["nox", "test"],
  ["mypy", "types"],
  ["pyright", "types"],
  ["basedpyright", "types"],
  ["ty", subcommand({ check: "types" })],
  ["flake8", "lint"],
  ["pylint", "lint"],
  ["ruff", subcommand({ check: "lint", format: withWord(/^--(?:check|diff)$/, "lint") })],
  ["black", withWord(/^--check$/, "lint")],
  ["uv", subcommand({ run: runsProgram, build: "build" })],
  ["uvx", runsProgram],
  ["poetry", subcommand({ run: runsProgram, build: "build", check: "lint" })],
  ["hatch", subcommand({ test: "test", run: runsProgram, build: "build" })],
  ["pipenv", subcommand({ run: runsProgram })],
  ["coverage", subcommand({ run: module })],
  // Rust, Go, C
  [
    "cargo",
    subcommand({
      test: "test",
      t: "test",
      nextest: "test",
      check: "types",
      c: "types",
      build: "build",
      b: "build",
      clippy: "lint",
      fmt: withWord(/^--check$/, "lint"),
    }),
  ],
  ["go", subcommand({ test: "test", vet: "lint", build: "build" })],
  ["gotestsum", "test"],
  ["golangci-lint", subcommand({ run: "lint" })],
  ["staticcheck", "lint"],
  ["make", target("build")],
  ["gmake", target("build")],
  ["cmake", withWord(/^--build$/, "build")],
  ["ctest", "test"],
  ["ninja", target("build")],
  ["meson", subcommand({ test: "test", compile: "build" })],
  ["just", target()],
  ["task", target()],
  ["bazel", subcommand({ test: "test", build: "build" })],
  ["zig", subcommand({ test: "test", build: target("build") })],
  // JVM, .NET, others
  ["mvn", maven],
  ["mvnw", maven],
  ["gradle", gradle],
  ["gradlew", gradle],
  ["sbt", target()],
  ["dotnet", subcommand({ test: "test", build: "build", format: withWord(/^--verify-no-changes$/, "lint") })],
  ["swift", subcommand({ test: "test", build: "build" })],
  ["xcodebuild", (words) => (words.includes("test") ? "test" : words.includes("build") ? "build" : undefined)],
  ["mix", subcommand({ test: "test", compile: "build", credo: "lint", dialyzer: "types" })],
  ["bundle", subcommand({ exec: runsProgram })],
  ["rspec", "test"],
  ["rake", target("test")],
  ["rails", subcommand({ test: "test" })],
  ["rubocop", "lint"],
  ["composer", subcommand({ test: "test", run: script, "run-script": script })],
  ["phpunit", "test"],
  ["pest", "test"],
  ["phpstan", "types"],
  ["psalm", "types"],
  ["flutter", subcommand({ test: "test", analyze: "lint", build: "build" })],
  ["dart", subcommand({ test: "test", analyze: "lint" })],
  ["shellcheck", "lint"],
  ["terraform", subcommand({ validate: "lint" })],
  ["pre-commit", subcommand({ run: "lint" })],
]);
