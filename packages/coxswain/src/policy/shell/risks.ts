import type { CommandWord } from "../../loop/index.ts";
import { sedCommands, sedScripts } from "./sed-script.ts";

/** Arguments that make a program run code, or write files, beyond its plain use. */
interface Risk {
  /** Long options, separated by spaces; abbreviations count too. */
  readonly long?: string;
  /** Short options, alone or in a cluster. */
  readonly short?: string;
  /** A whole word. */
  readonly word?: RegExp;
  /** Only as the first argument. */
  readonly first?: true;
  /** Only of these subcommands. */
  readonly of?: readonly string[];
  /** Only beside such a word. */
  readonly beside?: RegExp;
}

const CODE = { short: "ceEprRm", long: "eval exec print require import command loader experimental-loader" };
const CLASS_LOADING = { word: /^-(?:javaagent|agentlib|agentpath|D|cp|classpath|XX:OnError|XX:OnOutOfMemoryError)/ };

/** A mode that sets the set-user-ID or set-group-ID bit, as a word or attached to an option. */
const SET_ID = /^(?:-\w*m|--m\w*=)?(?:0*[2-7][0-7]{3}|(?=[-+=,ugoarwxXst0-7]*$)(?=.*[+=](?:[rwxXt]*s|0*[2-7][0-7]{3}))[ugoa]*[-+=].*)$/;
const CREATES_WITH_MODE: readonly Risk[] = [{ word: SET_ID, beside: /^-\w*m|^--m/ }];
/** A program of the system, which may have such a bit, copied with its mode. */
const COPIES_MODE: readonly Risk[] = [{ word: /^\/(?:usr|s?bin|opt)\//, beside: /^-\w*[pa]|^--(?:pres|arch|perm)/ }];

/** Subcommands that run a package, which may be downloaded first. */
const FETCHES_AND_RUNS: Risk = { word: /^(?:exec|x|dlx|explore|init|create)$/, first: true };
const CONFIGURED = "config config-file plugin plugins require import load-plugins init-hook rulesdir preset";

/** By base name. */
const RISKS: ReadonlyMap<string, readonly Risk[]> = new Map<string, readonly Risk[]>([
  ["ack", [{ long: "pager output ackrc" }]],
  ["ag", [{ long: "pager" }]],
  ["ansible", [{ short: "amM", long: "args module-path" }]],
  [
    "awk",
    [
      { word: /system|getline|\||>|@\w/ },
      {
        short: "flieEdopD",
        long: "file load include exec inplace dump-variables pretty-print profile debug source",
      },
    ],
  ],
  ["apt", [{ short: "co", long: "config-file option" }]],
  ["bat", [{ long: "pager paging target" }]],
  ["bun", [CODE, FETCHES_AND_RUNS]],
  ["cargo", [{ long: "config" }, { word: /^\+/ }, { short: "CZ" }]],
  ["chmod", [{ word: SET_ID, long: "reference" }]],
  ["cmake", [{ short: "PCE", long: "toolchain" }, { word: /^-D\w*(?:LAUNCHER|PROGRAM|COMMAND|COMPILER)/ }]],
  ["base64", [{ short: "o", long: "output" }]],
  ["cp", COPIES_MODE],
  [
    "curl",
    [
      {
        short: "oOKTcDwE",
        long: "output remote-name remote-name-all config upload-file cookie-jar dump-header engine create-dirs output-dir trace trace-ascii stderr libcurl etag-save hsts alt-svc",
      },
    ],
  ],
  ["date", [{ short: "sf", long: "set file" }]],
  ["deno", [{ word: /^(?:eval|repl)$/ }, { short: "A", long: "allow-all allow-run allow-write config import-map preload" }]],
  ["diff3", [{ long: "diff-program" }]],
  ["dig", [{ short: "fk" }]],
  ["docker", [{ short: "vHc", long: "volume mount privileged host config entrypoint" }]],
  ["emacs", [{ short: "lfL", long: "eval execute load funcall script batch insert" }]],
  ["eslint", [{ short: "cfo", long: `${CONFIGURED} format output-file parser resolve-plugins-relative-to fix` }]],
  ["exiftool", [{ word: /^-(?:config|if|p|w|tagsFromFile|execute|geotag|[\w:]+[-+^]?[=<])/i }]],
  ["fd", [{ short: "xX", long: "exec exec-batch" }]],
  ["find", [{ word: /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/ }]],
  [
    "git",
    [
      {
        long: "exec-path config-env git-dir work-tree namespace upload-pack receive-pack exec output open-files-in-pager ext-diff textconv template config extcmd tool separate-git-dir sequence-editor super-prefix paginate unsafe-paths browser",
      },
      { word: /^-[cC]/ },
      { word: /^ext::|^-?-?(?:core|alias|diff|filter|merge|pager|credential|gpg|sequence|ssh|uploadpack|protocol)\.[^/]*=|^!|=!/ },
      { short: "O", of: ["grep"] },
      { short: "xi", of: ["rebase"] },
      { short: "u", of: ["clone", "fetch", "pull", "ls-remote", "fetch-pack"] },
      { short: "xt", of: ["difftool", "mergetool"] },
      { short: "o", of: ["format-patch", "archive"] },
      { short: "bt", of: ["web--browse"] },
      { long: "prefix index-output", of: ["checkout-index", "read-tree"] },
      { word: /^create$/, of: ["bundle"] },
      { word: /^(?:run|foreach|visualize|view|alias)$/, of: ["bisect", "submodule"] },
      {
        word: /^(?:filter-branch|fast-import|credential(?:-\w+)?|daemon|shell|instaweb|hook|remote-(?:ext|fd)|send-email|difftool|mergetool|upload-pack|receive-pack|upload-archive)$/,
      },
      { word: /^(?!-|.*\bget\b).*/, of: ["config"] },
    ],
  ],
  ["file", [{ short: "Cmf", long: "compile magic-file files-from" }]],
  ["gcc", [{ short: "oB" }, { word: /^(?:-wrapper|-fplugin|-specs|--specs|-Xclang|-load|-Wl,|@)/ }]],
  ["gdb", [{ word: /^-{1,2}(?:ex|eval-command|x|command|iex|ix|init-command|init-eval-command)(?:=|$)/ }]],
  ["go", [{ long: "toolexec", word: /^-{1,2}(?:toolexec|exec|overlay|modfile|vettool|ldflags|gcflags|o|C)(?:=|$)/ }]],
  ["gpg", [{ short: "o", long: "output exec-path keyserver-options photo-viewer agent-program" }]],
  ["gradle", [{ short: "Ibp", long: "init-script build-file project-dir include-build" }]],
  ["helm", [{ long: "post-renderer kubeconfig registry-config" }]],
  ["iconv", [{ short: "o", long: "output" }]],
  ["install", CREATES_WITH_MODE],
  ["java", [CLASS_LOADING]],
  [
    "jest",
    [
      {
        short: "c",
        long: `${CONFIGURED} globalSetup globalTeardown setupFiles setupFilesAfterEnv testRunner runner transform reporters resolver testEnvironment rootDir`,
      },
    ],
  ],
  ["journalctl", [{ long: "vacuum-size vacuum-time rotate" }]],
  ["kubectl", [{ long: "kubeconfig server raw cache-dir" }]],
  ["ldd", [{ word: /^/ }]],
  ["less", [{ short: "koO", long: "log-file lesskey-file" }, { word: /^\+/ }]],
  ["lldb", [{ short: "oOsSk", long: "one-line source one-line-before-file source-before-file batch" }]],
  ["lua", [{ short: "el" }]],
  ["mapfile", [{ short: "C" }]],
  ["make", [{ short: "fCIEW", long: "file makefile directory include-dir eval" }, { word: /^[A-Za-z_.]\w*[:+?!]?=/ }]],
  ["man", [{ short: "PHTC", long: "pager html preprocessor config-file" }]],
  ["mkdir", CREATES_WITH_MODE],
  ["mkfifo", CREATES_WITH_MODE],
  ["mknod", CREATES_WITH_MODE],
  ["mocha", [{ short: "r", long: `${CONFIGURED} file loader reporter ui` }]],
  ["mvn", [{ word: /^-(?:f|s|gs|D|P)/ }, { long: "file settings" }]],
  ["mysql", [{ short: "e", long: "execute pager tee plugin-dir" }]],
  ["mypy", [{ long: "config-file install-types python-executable cache-dir junit-xml" }]],
  ["ninja", [{ short: "Cf" }]],
  ["node", [{ ...CODE, word: /^--(?:inspect|env-file|import|require|eval|openssl)/ }]],
  ["nmap", [{ long: "script datadir iL interactive" }, { word: /^-o/ }]],
  [
    "npm",
    [
      {
        long: "script-shell prefix node-options userconfig globalconfig cache registry git editor shell scripts-prepend-node-path ignore-scripts call viewer onload-script globalignorefile location init-module dir",
        short: "Cc",
      },
      FETCHES_AND_RUNS,
    ],
  ],
  ["pandoc", [{ short: "oFL", long: "output filter lua-filter pdf-engine extract-media data-dir defaults" }]],
  ["perl", [{ short: "eEiImMxdn" }]],
  ["php", [{ short: "rdBREcFz", long: "run define process-code" }]],
  ["pip", [{ short: "irtce", long: "index-url extra-index-url target prefix root python requirement editable" }]],
  ["pnpm", [{ short: "Cc", long: "script-shell dir config node-options shell-mode" }, FETCHES_AND_RUNS]],
  ["prettier", [{ long: `${CONFIGURED} write parser plugin-search-dir` }]],
  ["psql", [{ short: "cfovL", long: "command file output log-file variable" }]],
  ["pylint", [{ long: `${CONFIGURED} rcfile output` }]],
  [
    "pytest",
    [
      {
        short: "pco",
        long: "rootdir override-ini confcutdir import-mode basetemp pastebin debug junitxml log-file",
      },
    ],
  ],
  ["python", [{ short: "cmXW" }, { word: /^-$/ }]],
  ["rake", [{ short: "ferIRpE", long: "rakefile execute require libdir rakelibdir system" }]],
  ["rg", [{ long: "pre pre-glob hostname-bin search-zip", short: "z" }]],
  ["rspec", [{ short: "rIo", long: "require options out default-path" }]],
  ["rsync", [...COPIES_MODE, { short: "eM", long: "rsh rsync-path remote-option daemon config log-file write-batch" }]],
  ["rubocop", [{ short: "caArox", long: `${CONFIGURED} autocorrect auto-correct out format fix-layout` }]],
  ["ruby", [{ short: "erICxS" }]],
  ["rustc", [{ short: "CLo" }, { word: /^@/ }]],
  ["scp", [{ short: "SoFD" }]],
  ["sed", [{ short: "ifs", long: "in-place file" }]],
  ["sdiff", [{ short: "o", long: "output diff-program" }]],
  ["shuf", [{ short: "o", long: "output" }]],
  ["sort", [{ short: "oTS", long: "output compress-program temporary-directory files0-from" }]],
  [
    "sqlite3",
    [{ short: "c", word: /\.(?:shell|system|load|output|once|import|read|save|backup|open)|load_extension|writefile|^-(?:cmd|init)$/ }],
  ],
  ["split", [{ long: "filter" }]],
  ["ssh", [{ short: "oFEILRDWSMPQ" }]],
  ["svn", [{ long: "config-dir config-option diff-cmd diff3-cmd editor-cmd" }]],
  [
    "tar",
    [
      {
        short: "IFTP",
        long: "checkpoint-action files-from use-compress-program to-command info-script new-volume-script rsh-command rmt-command absolute-names index-file",
      },
      { word: /^[A-Za-z]*[FITP][A-Za-z]*$/, first: true },
    ],
  ],
  ["tcpdump", [{ short: "zwF" }]],
  ["tree", [{ short: "o", long: "fromfile" }]],
  ["tsc", [{ short: "p", long: "project outFile outDir build plugins" }]],
  ["vim", [{ short: "csSuWw", long: "cmd startuptime remote" }, { word: /^\+/ }]],
  ["vite", [{ short: "c", long: "config outDir" }]],
  ["vitest", [{ short: "cr", long: `${CONFIGURED} globalSetup root dir reporter environment browser` }]],
  ["webpack", [{ short: "co", long: `${CONFIGURED} output-path` }]],
  [
    "wget",
    [
      {
        short: "OoaPiex",
        long: "output-document output-file append-output directory-prefix execute use-askpass config post-file body-file input-file save-cookies warc-file",
      },
    ],
  ],
  ["yarn", [{ long: "cwd script-shell use-yarnrc modules-folder" }, FETCHES_AND_RUNS]],
  ["zip", [{ short: "T", long: "unzip-command test" }, { word: /^-TT/ }]],
]);

const SAME_AS: ReadonlyMap<string, string> = new Map([
  ["readarray", "mapfile"],
  ["gmake", "make"],
  ["gtar", "tar"],
  ["bsdtar", "tar"],
  ["gsed", "sed"],
  ["gfind", "find"],
  ["gawk", "awk"],
  ["mawk", "awk"],
  ["nawk", "awk"],
  ["nodejs", "node"],
  ["pip3", "pip"],
  ["podman", "docker"],
  ["fdfind", "fd"],
  ["vi", "vim"],
  ["nvim", "vim"],
  ["ex", "vim"],
  ["view", "vim"],
  ["luajit", "lua"],
  ["py.test", "pytest"],
  ["sftp", "scp"],
  ["autossh", "ssh"],
  ["clang", "gcc"],
  ["cc", "gcc"],
  ["c++", "gcc"],
  ["g++", "gcc"],
  ["clang++", "gcc"],
  ["apt-get", "apt"],
  ["batcat", "bat"],
  ["oc", "kubectl"],
  ["egrep", "grep"],
  ["fgrep", "grep"],
]);

/** For all other programs: common names of long options that run or load code. */
const ANY: readonly Risk[] = [
  {
    long: "compress-program checkpoint-action eval exec execute init-command open-files-in-pager pager plugin post-renderer preload rcfile require rsh script-shell to-command",
  },
];

const risksOf = (program: string): readonly Risk[] | undefined => {
  const plain = program.replace(/^(python|perl|ruby|php|lua|node)[\d.]+$/, "$1");
  return RISKS.get(SAME_AS.get(plain) ?? plain);
};

/** True if the program has risky arguments: an unknown argument may be one of them. */
export const hasRisks = (program: string): boolean => (risksOf(program) ?? []).some(({ beside }) => beside === undefined);

/** Indexes of words that make the program run code, or write files, beyond its plain use. */
export const riskyWords = (program: string, words: readonly CommandWord[]): readonly number[] => {
  const risks = risksOf(program) ?? ANY;
  const operand = words.slice(1).find(({ text }) => !text.startsWith("-"))?.text ?? "";
  const subcommands = new Set(words.slice(1).map(({ text }) => text));
  const ended = words.findIndex(({ text }, at) => at > 0 && text === "--");
  const scripts = SED.test(program) ? riskyScripts(words.map(({ text }) => text)) : [];
  return words.flatMap(({ text }, at) => {
    if (at === 0) return [];
    const option = ended === -1 || at < ended;
    const found = risks.some(
      ({ of, long = "", short = "", word, first, beside }) =>
        (first !== true || at === 1) &&
        (beside === undefined || words.some((other) => beside.test(other.text))) &&
        (of === undefined || of.some((name) => (name === operand ? text !== name : subcommands.has(name) && text !== name))) &&
        (word?.test(text) === true || (option && (isLong(text, long) || isShort(text, short)))),
    );
    return found || scripts.includes(at) ? [at] : [];
  });
};

const SED = /^g?sed$/;

/** Indexes of scripts that use files or run something, or that cannot be read. */
const riskyScripts = (words: readonly string[]): readonly number[] =>
  sedScripts(words).flatMap(({ at, script }) => (sedCommands(script)?.length === 0 ? [] : [at]));

/** Programs accept abbreviated long options. */
const isLong = (text: string, long: string): boolean => {
  const [name = ""] = text.startsWith("--") ? text.slice(2).split("=") : [];
  return name !== "" && ` ${long}`.includes(` ${name}`);
};

const isShort = (text: string, short: string): boolean =>
  /^-[^-]/.test(text) &&
  text
    .slice(1)
    .split("")
    .some((letter) => short.includes(letter));
