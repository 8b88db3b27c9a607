import {
  anyOf,
  apply,
  buildIf,
  file,
  having,
  optionTarget,
  repeated,
  type Rule,
  runs,
  runsAfter,
  script,
  subcommand,
  target,
  without,
} from "./check-judge.ts";

const SCRIPT_VALUES = "-C --prefix --dir -w --workspace --filter -F --cwd --loglevel --userconfig --script-shell --config --elide-lines";

const NODE_SCRIPTS: Readonly<Record<string, Rule>> = {
  test: "test",
  t: "test",
  tst: "test",
  "install-test": "test",
  it: "test",
  run: script(SCRIPT_VALUES),
  "run-script": script(SCRIPT_VALUES),
  exec: runs(SCRIPT_VALUES),
  x: runs(SCRIPT_VALUES),
  dlx: runs("--package -p"),
  build: "build",
  lint: "lint",
  typecheck: "types",
  check: "test",
};

const nodeScripts = subcommand(NODE_SCRIPTS, SCRIPT_VALUES);
const runsPackage = runs("-p --package --registry --node-version");

/** The script, or the program of the folder, whose name is the first operand. */
const yarn = anyOf(nodeScripts, script(SCRIPT_VALUES), runs(SCRIPT_VALUES));
/** `foreach` and its like: options, and a command of yarn. */
const yarnEach = subcommand({ foreach: anyOf(nodeScripts, runs("--include --exclude --from")), run: script(SCRIPT_VALUES) });
const afterName: Rule = (words, inner) => {
  const at = words.findIndex((word) => !word.startsWith("-"));
  return at === -1 ? undefined : apply(yarn, words.slice(at + 1), inner);
};

const nxTarget = optionTarget(/^(?:-t|--targets?)(?:=|$)/);
const nx = subcommand({ test: "test", build: "build", lint: "lint", e2e: "test", run: script(), "run-many": nxTarget, affected: nxTarget });

/** `node --test`, or a program of an installed package. */
const node: Rule = (words, inner) => {
  if (words.includes("--test")) return "test";
  const at = words.findIndex((word) => !word.startsWith("-") && /(?:^|\/)node_modules\//.test(word));
  const [program = "", ...rest] = at === -1 ? [] : words.slice(at);
  return at === -1 ? undefined : inner([program.replace(/\.[cm]?js$/, ""), ...rest]);
};

/** `python -m MODULE`, `python FILE`. */
const python: Rule = (words, inner) => {
  const at = words.indexOf("-m");
  if (at !== -1) return words[at + 1] === "unittest" ? "test" : inner(words.slice(at + 1));
  const named = words.findIndex((word) => !word.startsWith("-"));
  const [name = "", command] = words.slice(named);
  return /(?:^|\/)(?:manage|setup)\.py$/.test(name) && command === "test" ? "test" : undefined;
};

const pythonRun = "--with --with-requirements --extra --group --python -p -n --name -e --env --project --directory -C --package --env-file";

/** Tasks such as `:app:testDebug`; `-x test` excludes them. */
const gradle: Rule = (words, inner) => {
  const isExclusion = (at: number): boolean =>
    /^(?:-x|--exclude-task)$/.test(words[at] ?? "") || /^(?:-x|--exclude-task)$/.test(words[at - 1] ?? "");
  const included = words.filter((_, at) => !isExclusion(at));
  const kind = apply(target(undefined, "-p --project-dir -b -c -g -I --tests --console"), included, inner);
  return included.length < words.length && kind === "test" ? "build" : kind;
};

const maven = buildIf(
  /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/,
  anyOf(
    having(/^(?:test|verify|install|deploy|integration-test|surefire:test|failsafe:verify)$/, "test"),
    having(/^(?:package|compile|test-compile)$/, "build"),
    having(/^(?:checkstyle|spotless|pmd|spotbugs):check$/, "lint"),
  ),
);

const cargoRun = buildIf(/^--no-run$/, "test");
const goTest = buildIf(/^(?:-c|--?run=?\^\$)$/, (words) =>
  words.some((word, at) => /^--?run$/.test(word) && words[at + 1] === "^$") ? "build" : "test",
);

const composed = subcommand(
  {
    run: runs("-e --env -v --volume -u --user -w --workdir -p --publish --name --entrypoint -l --label", 1),
    exec: runs("-e --env -u --user -w --workdir --index", 1),
  },
  "-f --file -p --project-name --profile --env-file --project-directory",
);
const containers = subcommand({
  run: runs(
    "-e --env -v --volume -u --user -w --workdir -p --publish --name --entrypoint -l --label --mount --network --env-file -m --memory --cpus --platform --pull",
    1,
  ),
  exec: runs("-e --env -u --user -w --workdir --env-file", 1),
  compose: composed,
});

/** `sh -c LINE`, `sh FILE`. */
const shell: Rule = (words, inner) => {
  const at = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  const line = at === -1 ? undefined : words[at + 1];
  return line === undefined ? apply(without(/^-n$/, file("-o -O +o +O")), words, inner) : { line };
};

/** `find -exec npm test \;` */
const found: Rule = (words, inner) => {
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  const end = words.findIndex((word, index) => index > at && (word === ";" || word === "+"));
  return at === -1 ? undefined : inner(words.slice(at + 1, end === -1 ? undefined : end));
};

/** Programs whose own options say nothing about the command that they run. */
export const RUNNERS: readonly (readonly [string, Rule])[] = [
  ["env", runs("-u --unset -C --chdir")],
  ["time", runs("-f --format -o --output")],
  ["command", without(/^-[pvV]*[vV]$/, runs())],
  ["exec", runs("-a")],
  ["builtin", runs()],
  ["nice", runs("-n --adjustment")],
  ["ionice", runs("-c --class -n --classdata")],
  ["nohup", runs()],
  ["setsid", runs()],
  ["eval", (words) => ({ line: words.join(" ") })],
  ["xargs", repeated(runs("-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines"))],
  ["parallel", repeated(runs("-j --jobs -a --arg-file -S --delay --timeout"))],
  ["find", repeated(found, false)],
  ["stdbuf", runs("-i -o -e")],
  ["chrt", runs("", 1)],
  ["taskset", runs("", 1)],
  ["flock", runs("-w -E", 1)],
  ["timeout", runs("-k --kill-after -s --signal", 1)],
  ["gtimeout", runs("-k --kill-after -s --signal", 1)],
  ["sudo", runs("-u -g -h -p -C -D")],
  ["doas", runs("-u -C")],
  ["xvfb-run", runs("-n -s -e -f -p -w")],
  ["dbus-run-session", runs("--config-file")],
  ["caffeinate", runs("-t -w")],
  ["unbuffer", runs()],
  ["cross-env", runs()],
  ["dotenv", runs("-e -v -p -f")],
  ["dotenvx", subcommand({ run: runs("-f -e --env-file") })],
  ["direnv", subcommand({ exec: runs("", 1) })],
  ["mise", subcommand({ exec: runs(), x: runs(), run: script(), r: script() })],
  ["asdf", subcommand({ exec: runs() })],
  ["rtx", subcommand({ exec: runs(), run: script() })],
  ["nix", subcommand({ develop: runsAfter(/^(?:-c|--command)$/), shell: runsAfter(/^(?:-c|--command)$/) })],
  ["devbox", subcommand({ run: anyOf(script(), runs()) })],
  ["rbenv", subcommand({ exec: runs() })],
  ["nvm", subcommand({ exec: runs("", 1) })],
  ["docker", containers],
  ["podman", containers],
  ["docker-compose", composed],
  ["podman-compose", composed],
  ["sh", shell],
  ["bash", shell],
  ["zsh", shell],
  ["dash", shell],
];

/** By base name: programs of the usual ecosystems whose exit code is the result of a check. */
export const PROGRAMS: readonly (readonly [string, Rule])[] = [
  // JavaScript
  ["npm", nodeScripts],
  ["pnpm", anyOf(nodeScripts, script(SCRIPT_VALUES), runs(SCRIPT_VALUES))],
  ["yarn", anyOf(subcommand({ workspace: afterName, workspaces: yarnEach }, SCRIPT_VALUES), yarn)],
  ["bun", anyOf(subcommand({ ...NODE_SCRIPTS, x: runsPackage }, SCRIPT_VALUES), file(SCRIPT_VALUES))],
  ["npm-run-all", target()],
  ["run-s", target()],
  ["run-p", target()],
  ["npx", runsPackage],
  ["bunx", runsPackage],
  ["pnpx", runsPackage],
  ["corepack", runs()],
  [
    "node",
    without(/^(?:-c|--check|-e|--eval|-p|--print)$/, anyOf(node, file("--import --require -r --loader --conditions -C --env-file"))),
  ],
  ["tsx", anyOf(having(/^--test$/, "test"), file())],
  ["ts-node", file("-P --project -r --require")],
  [
    "deno",
    subcommand({
      test: buildIf(/^--no-run$/, "test"),
      check: "types",
      lint: "lint",
      fmt: having(/^--check$/, "lint"),
      task: script("--cwd --config -c"),
      run: file("--config -c --import-map"),
    }),
  ],
  ["tsc", without(/^--clean$/, buildIf(/^--noCheck$/, "types"))],
  ["vue-tsc", "types"],
  ["tsgo", "types"],
  ["eslint", "lint"],
  ["oxlint", "lint"],
  ["stylelint", "lint"],
  ["standard", "lint"],
  ["xo", "lint"],
  ["biome", subcommand({ check: "lint", lint: "lint", ci: "lint" })],
  ["prettier", having(/^(?:--check|-c|--list-different|-l)$/, "lint")],
  ["oxfmt", having(/^(?:--check|--list-different)$/, "lint")],
  ["dprint", subcommand({ check: "lint" })],
  ["vitest", without(/^(?:list|init|bench)$/, "test")],
  ["jest", "test"],
  ["mocha", "test"],
  ["ava", "test"],
  ["tap", "test"],
  ["c8", runs("-r --reporter -o")],
  ["nyc", runs("-r --reporter")],
  ["playwright", subcommand({ test: "test" })],
  ["cypress", subcommand({ run: "test" })],
  ["karma", subcommand({ start: having(/^--single-run$/, "test") })],
  ["ng", subcommand({ test: "test", build: "build", lint: "lint", e2e: "test" })],
  ["vite", subcommand({ build: "build" })],
  ["webpack", "build"],
  ["rollup", "build"],
  ["esbuild", "build"],
  ["tsup", "build"],
  ["next", subcommand({ build: "build", lint: "lint" })],
  ["astro", subcommand({ build: "build", check: "types" })],
  ["svelte-check", "types"],
  ["knip", "lint"],
  ["publint", "lint"],
  ["turbo", subcommand({ run: script(), test: "test", build: "build", lint: "lint", typecheck: "types" }, "--filter -F --cwd")],
  ["lerna", subcommand({ run: script() }, "--scope")],
  ["rush", subcommand({ test: "test", build: "build", rebuild: "build" })],
  ["moon", subcommand({ run: target(), check: "test", ci: "test" })],
  ["nx", nx],
  // Python
  ["python", anyOf(python, without(/^-c$/, file("-W -X")))],
  ["python3", anyOf(python, without(/^-c$/, file("-W -X")))],
  ["py", anyOf(python, file("-W -X -c"))],
  ["pytest", "test"],
  ["py.test", "test"],
  ["unittest", "test"],
  ["nose2", "test"],
  ["tox", without(/^(?:l|list|c|config|d|devenv|quickstart)$/, "test")],
  ["nox", "test"],
  ["mypy", "types"],
  ["pyright", "types"],
  ["basedpyright", "types"],
  ["pytype", "types"],
  ["ty", subcommand({ check: "types" })],
  ["flake8", "lint"],
  ["pylint", "lint"],
  ["ruff", subcommand({ check: "lint", format: having(/^--(?:check|diff)$/, "lint") })],
  ["black", having(/^--check$/, "lint")],
  ["isort", having(/^(?:--check|--check-only|-c)$/, "lint")],
  ["uv", subcommand({ run: runs(pythonRun), build: "build", tool: subcommand({ run: runs(pythonRun) }) }, pythonRun)],
  ["uvx", runs(pythonRun)],
  ["pipx", subcommand({ run: runs(pythonRun) })],
  ["poetry", subcommand({ run: runs(), build: "build", check: "lint" }, "-C --directory -P --project")],
  ["pdm", subcommand({ run: anyOf(runs("-p --project"), script("-p --project")), build: "build" })],
  ["rye", subcommand({ run: anyOf(runs(), script()), test: "test", lint: "lint" })],
  ["pixi", subcommand({ run: anyOf(runs("-e --environment --manifest-path"), script("-e --environment --manifest-path")) })],
  ["conda", subcommand({ run: runs(pythonRun) })],
  ["hatch", subcommand({ test: "test", run: anyOf(runs(), script()), build: "build" })],
  ["pipenv", subcommand({ run: anyOf(runs(), script()) })],
  ["coverage", subcommand({ run: (words, inner) => python(words, inner) ?? (words.length > 0 ? inner(words) : undefined) })],
  // Rust, Go, C, Zig, Swift
  [
    "cargo",
    subcommand(
      {
        test: cargoRun,
        t: cargoRun,
        nextest: subcommand({ run: cargoRun, r: cargoRun }),
        check: "types",
        c: "types",
        build: "build",
        b: "build",
        clippy: "lint",
        fmt: having(/^--check$/, "lint"),
      },
      "-C --config -Z --color",
    ),
  ],
  ["go", subcommand({ test: goTest, vet: "lint", build: "build" }, "-C")],
  ["gotestsum", "test"],
  ["ginkgo", without(/^(?:bootstrap|generate|build|labels|outline|unfocus)$/, "test")],
  ["golangci-lint", subcommand({ run: "lint" })],
  ["staticcheck", "lint"],
  ["make", target("build", "-C --directory -f --file --makefile -I -o -W -l")],
  ["gmake", target("build", "-C --directory -f --file --makefile -I -o -W -l")],
  ["cmake", having(/^--build$/, without(/^(?:clean|help)$/, "build"))],
  ["ctest", "test"],
  ["ninja", target("build", "-C -f -j -k -l")],
  ["meson", subcommand({ test: "test", compile: without(/^--clean$/, "build") })],
  ["just", target(undefined, "-f --justfile -d --working-directory --set")],
  ["task", target(undefined, "-d --dir -t --taskfile -o --output")],
  ["bazel", subcommand({ test: "test", build: "build" })],
  ["bazelisk", subcommand({ test: "test", build: "build" })],
  ["pants", having(/^test$/, "test")],
  ["zig", subcommand({ test: "test", build: target("build") })],
  ["swift", subcommand({ test: without(/^list$/, "test"), build: without(/^--show-bin-path$/, "build") })],
  ["swiftlint", without(/^(?:rules|docs|version)$/, "lint")],
  [
    "xcodebuild",
    without(
      /^-(?:list|version|showsdks|showBuildSettings|dry-run|n)$/,
      anyOf(having(/^build-for-testing$/, "build"), having(/^test(?:-without-building)?$/, "test"), having(/^build$/, "build")),
    ),
  ],
  // JVM, .NET, others
  ["mvn", maven],
  ["mvnw", maven],
  ["mvnd", maven],
  ["gradle", gradle],
  ["gradlew", gradle],
  ["sbt", target()],
  ["lein", subcommand({ test: "test", compile: "build" })],
  ["dotnet", subcommand({ test: "test", build: "build", format: having(/^--verify-no-changes$/, "lint") })],
  ["mix", subcommand({ test: "test", compile: "build", credo: "lint", dialyzer: "types", format: having(/^--check-formatted$/, "lint") })],
  ["rebar3", subcommand({ eunit: "test", ct: "test", compile: "build", dialyzer: "types" })],
  ["stack", subcommand({ test: buildIf(/^--no-run-tests$/, "test"), build: "build" })],
  ["cabal", subcommand({ test: "test", build: "build" })],
  ["dune", subcommand({ test: "test", runtest: "test", build: "build" })],
  ["bundle", subcommand({ exec: runs() })],
  ["rspec", "test"],
  ["ruby", without(/^-c$/, file("-I -r -e"))],
  ["perl", without(/^-c$/, file("-I -M -e"))],
  ["prove", "test"],
  ["rake", target("test", "-f --rakefile")],
  ["rails", subcommand({ test: "test", "test:all": "test", "test:system": "test", spec: "test" })],
  ["rubocop", "lint"],
  ["standardrb", "lint"],
  ["composer", subcommand({ test: "test", run: script(), "run-script": script(), exec: runs() }, "-d --working-dir")],
  ["php", without(/^-l$/, anyOf(subcommand({ artisan: having(/^test$/, "test") }), runs("-d -c"), file("-d -c")))],
  ["phpunit", "test"],
  ["pest", "test"],
  ["phpstan", without(/^(?:clear-result-cache|list|diagnose)$/, "types")],
  ["psalm", "types"],
  ["flutter", subcommand({ test: "test", analyze: "lint", build: "build" })],
  ["dart", subcommand({ test: "test", analyze: "lint" })],
  ["shellcheck", "lint"],
  ["hadolint", "lint"],
  ["yamllint", "lint"],
  ["actionlint", "lint"],
  ["terraform", subcommand({ validate: "lint", fmt: having(/^-check$/, "lint") })],
  ["bats", "test"],
  ["pre-commit", subcommand({ run: "lint" })],
];
