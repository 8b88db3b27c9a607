import type { CommandWord } from "../../loop/index.ts";
import { PATH_HABITS } from "./path-habits.ts";
import { hasRisks } from "./risks.ts";
import { SHELLS, wrapperOf } from "./wrappers.ts";

/** True if the tables say what the program does with its words. Any word of other programs may be a command that they run. */
const isKnownProgram = (name: string): boolean =>
  PATH_HABITS.has(name) || hasRisks(name) || SHELLS.has(name) || wrapperOf(name) !== undefined || launches(name, []) || MANAGERS.has(name);

/** Programs whose arguments name other programs without running them. */
const MANAGERS = new Set(
  "apt apt-get apk brew cargo dnf docker gem gh git glab info kubectl man npm pacman pip pip3 pnpm podman yarn yum".split(" "),
);

/**
 * Strings that a program may run as commands or as code. Nothing for programs whose arguments are known to be something else.
 * @param isRisky an argument makes it run code.
 * @param stdin possible standard input, if it is part of the line.
 */
export const textsRun = (name: string, words: readonly CommandWord[], isRisky: boolean, stdin: readonly string[]): readonly string[] => {
  if (SHELLS.has(name) || wrapperOf(name) !== undefined) return [];
  if (isKnownProgram(name) && !isRisky) return isInterpreter(name) ? stdin : [];
  return [...words.slice(1).map(({ text }) => text), ...stdin].filter((text) => text !== "");
};

/** True if such strings of a program are code that may start other programs, whose names need not be in it. */
export const mayStartPrograms = (name: string, texts: readonly string[]): boolean =>
  (isInterpreter(name) || !isKnownProgram(name)) && texts.some((text) => CODE.test(text) && STARTS.test(text));

const CODE = /[!"'(;`{|]/;
const STARTS =
  /system|exec|spawn|popen|subprocess|child_|syscmd|shell|\bfork|\bpty\b|ctypes|importlib|__\w+__|getattr|\beval\b|\bcompile\b|\bqx\b|\bos[.:]|\brequire\((?!["'][\w:/.@-]+["']\))|\bimport\(|process\.(?:binding|dlopen|mainModule)|run-program|\bcmd\b|write18|^\s*!/i;

/** Limit of quoted strings per piece of code. */
const MAX_QUOTED = 30;

const LANGUAGES =
  /^(?:python|perl|ruby|php|node|nodejs|lua|luajit|deno|bun|awk|gawk|mawk|nawk|ts-node|tsx|Rscript|julia|osascript|tclsh|expect|sqlite3|psql|mysql|vim|vi|nvim|ex|ed|emacs|gdb|lldb|g?make|ftp|sftp)[\d.]*$/;

/** True if the program runs code of another language from its arguments or standard input. */
export const isInterpreter = (program: string): boolean => LANGUAGES.test(program);

/** The quoted strings of such code. The files that it opens and the commands that it runs are among them. */
export const quotedTexts = (code: string): readonly string[] =>
  [...code.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|(?<![\w$@%])(?:q[qxw]?|%[xqw])[({[<|!/]([^)}\]>|!/]*)/gis)]
    .map(([, ...texts]) => texts.find((text) => text !== undefined) ?? "")
    .filter((text) => text.trim() !== "")
    .slice(0, MAX_QUOTED);

/** The quoted strings that may be paths. */
export const pathsInCode = (code: string): readonly string[] =>
  quotedTexts(code)
    .flatMap((text) => text.split(/\s+/))
    .map((text) => text.replace(/^[<>|+&]+/, ""))
    .filter((text) => /[/.~]/.test(text));

/** Programs, by base name, that run a command from their arguments; with a pattern, only if an argument matches it. */
const LAUNCHERS: ReadonlyMap<string, RegExp | true> = new Map<string, RegExp | true>([
  ..."abduco autossh bunx bwrap capsh cgexec chpst choom chronic cmd cmd.exe concurrently cpulimit cross-env dbus-launch devbox distrobox distrobox-enter dotenv dotenvx dsh dtach dumb-init entr envdir expect faketime flatpak flatpak-spawn fly flyctl fzf gcloud gosu heroku hyperfine ifne incus lckdo lxc lxc-attach machinectl mosh nocache nodemon npx numactl nvim-remote op pdsh pee perf pm2 powershell pssh pueue pwsh rpm rr run-parts run0 s6-setuidgid s6-envdir s6-softlimit newgrp runcon runuser screen sem setuidgid setlock sg socat softlimit split ssh sshpass steam-run su su-exec supervise systemd-cat tini tmux toolbox trickle ts-node-dev tsocks uclampset uvx vagrant watchexec watchman watchman-make wine with-contenv wsl zellij with-env nc ncat netcat install pnpx"
    .split(" ")
    .map((name) => [name, true] as const),
  ...["docker", "podman", "nerdctl", "docker-compose"].map((name) => [name, /^(?:run|exec|create)$/] as const),
  ...["kubectl", "oc", "k9s"].map((name) => [name, /^(?:exec|run|debug)$/] as const),
  ...["npm", "pnpm", "yarn", "bun"].map((name) => [name, /^(?:exec|x|dlx|explore)$/] as const),
  ...["uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda", "mamba", "pixi", "rbenv", "pyenv", "cargo", "fvm"].map(
    (name) => [name, /^(?:run|exec|shell)$/] as const,
  ),
  ...["bundle", "direnv", "mise", "asdf", "rtx", "volta", "aws-vault", "doppler", "chamber", "nvm"].map(
    (name) => [name, /^(?:exec|x|run)$/] as const,
  ),
  ["nix", /^(?:run|shell|develop)$/],
  ["nix-shell", /^--(?:run|command)$/],
  ["git", /^(?:filter-branch|bisect|submodule|for-each-repo)$/],
  ["flux", /^exec$/],
]);

/** True if the program may run a command from its arguments. */
export const launches = (program: string, texts: readonly string[]): boolean => {
  const launcher = LAUNCHERS.get(program);
  return launcher === true || (launcher !== undefined && texts.some((text) => launcher.test(text)));
};

/**
 * Variables that make programs load code, run other programs, or find programs elsewhere. The patterns follow naming
 * conventions, so they also match most variables of programs that are not listed here.
 */
const RISKY: readonly RegExp[] = [
  /^(?:LD|DYLD|GIT|BASH|NPM_CONFIG|YARN|PNPM|PIP|PYTHON|PERL|RUBY|GEM|BUNDLE|JAVA|_JAVA|JDK|MAVEN|MVN|GRADLE|ANT|CARGO|RUST|DOCKER|SSH|SUDO|XDG|LESS|MAN|CURL|WGET|OPENSSL|SSL|CMAKE|MAKE|MFLAGS|ANSIBLE|VIM|EMACS|DENO|BUN|NODE|COREPACK|PHP|COMPOSER|LUA|JULIA|R_|GO|GCC|GLIBC|MALLOC|GCONV|TERMINFO|AWS|KUBE|HELM|TF_|TERRAFORM|ELECTRON|CHROME|PUPPETEER|PLAYWRIGHT|JEST|VITEST|ESLINT|PRETTIER|TS_NODE|COX|CLAUDE|CI_CONFIG)/i,
  /(?:PATH|LIB|LIBS|OPT|OPTS|OPTIONS|FLAGS|PRELOAD|PAGER|EDITOR|BROWSER|SHELL|COMMAND|CMD|HOOK|EXEC|RC|CONF|CONFIG|PROXY|HOME|DIR|STARTUP|INIT|LOADER|PLUGIN|PLUGINS|PROGRAM|WRAPPER|ASKPASS|CREDENTIALS)$/i,
  /^(?:ENV|IFS|PS[0-4]|VISUAL|PROMPT_COMMAND|CC|CXX|CPP|LD|AR|AS|NM|FC|SHELLOPTS|POSIXLY_CORRECT|GLOBIGNORE|FIGNORE|LOCPATH|NLSPATH|TMPDIR|TEMP|TMP|INPUTRC|DISPLAY|EXINIT|TAR_OPTIONS|GREP_OPTIONS|HISTFILE|LS_COLORS|CDPATH|EXECIGNORE|TMOUT|OPTIND|OPTARG|RANDOM|SECONDS)$/,
];

/** Harmless variables that match one of the patterns. */
const HARMLESS_VARIABLES = new Set([
  "NODE_ENV",
  "RUST_BACKTRACE",
  "RUST_LOG",
  "CARGO_TERM_COLOR",
  "PYTHONUNBUFFERED",
  "PYTHONDONTWRITEBYTECODE",
  "GOOS",
  "GOARCH",
  "NODE_NO_WARNINGS",
]);

export const isRiskyVariable = (name: string): boolean => !HARMLESS_VARIABLES.has(name) && RISKY.some((pattern) => pattern.test(name));

/** The reason to ask about a line that sets a risky variable. */
export const riskyVariableReason = (name: string): string => `the variable ${name} can change what runs`;
