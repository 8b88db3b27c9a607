import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative, isAbsolute } from "node:path";
import { type ConfigVariable, configVariables } from "./git-config.ts";
import { indexEntries } from "./git-index.ts";
import { findRepository, readSmallFile, type Repository } from "./repository.ts";

const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** Folders with tracked files in which attributes are looked up. */
const MAX_FOLDERS = 20_000;

/**
 * Reasons why git commands that only show a repository may run other programs in a folder, because the repository or the
 * environment of git names them: a clause each. Empty if it names none. Configuration of the user and of the system is not
 * a reason. Reads a few files, and runs nothing; what it cannot judge is a reason.
 */
export const gitPrograms = (folder: string, env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const found = environmentReasons(env);
  const repository = findRepository(folder);
  if (repository === undefined || found.length > 0) return found;
  try {
    return repositoryReasons(repository);
  } catch (error) {
    return [`the repository's files cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/** They choose another repository, or name a program. */
const VARIABLES =
  "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_ATTR_SOURCE GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS".split(
    " ",
  );
const FILES = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"];

const environmentReasons = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  [...VARIABLES.filter((name) => env[name] !== undefined), ...FILES.filter((name) => isRelative(env[name]))].map(
    (name) => `the environment sets ${name}`,
  );

const isRelative = (path: string | undefined): boolean => path !== undefined && path !== "" && !isAbsolute(path);

const repositoryReasons = (repository: Repository): readonly string[] => {
  const { root, gitFolder, commonFolder } = repository;
  if (!isComplete(repository)) return [`${shown(root, gitFolder)} is not a repository that can be judged`];
  const hook = join(commonFolder, "hooks", "post-index-change");
  const configs = [join(commonFolder, "config"), join(gitFolder, "config.worktree")].map((path) => configReasons(root, path));
  const hashBytes = configs.some(({ isSha256 }) => isSha256) ? 32 : 20;
  return [
    ...configs.flatMap(({ reasons }) => reasons),
    ...(existsSync(hook) ? [`git runs the hook ${shown(root, hook)}`] : []),
    ...attributeReasons(root, join(commonFolder, "info", "attributes")),
    ...treeReasons(root, join(gitFolder, "index"), hashBytes),
  ];
};

const isComplete = ({ gitFolder, commonFolder }: Repository): boolean =>
  existsSync(join(gitFolder, "HEAD")) && existsSync(join(commonFolder, "objects")) && existsSync(join(commonFolder, "refs"));

const shown = (root: string, path: string): string => {
  const within = relative(root, path);
  return within.startsWith("..") ? path : within || ".";
};

const configReasons = (root: string, path: string): { readonly reasons: readonly string[]; readonly isSha256: boolean } => {
  const text = smallText(path);
  const variables = text === undefined ? [] : configVariables(text);
  if (variables === undefined) return { reasons: [`${shown(root, path)} cannot be parsed`], isSha256: false };
  return {
    reasons: variables.filter((variable) => !isHarmless(variable)).map((variable) => `${shown(root, path)} sets ${nameOf(variable)}`),
    isSha256: variables.some(({ name, value }) => name === "extensions.objectformat" && value === "sha256"),
  };
};

/** The content of a file; undefined if it does not exist. @throws if it is not a regular file, or too large */
const smallText = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const text = stats.size >= MAX_CONFIG_BYTES ? undefined : readSmallFile(path, MAX_CONFIG_BYTES);
  if (text === undefined) throw new Error(`${path} is too large, or not a readable file`);
  return text;
};

const nameOf = ({ name, subsection }: ConfigVariable): string => {
  const [section = "", key = ""] = name.split(".");
  return subsection === undefined ? name : `${section}.${subsection}.${key}`;
};

/** Sections of which no variable names a program. */
const SECTIONS = new Set(
  "advice author branch color column committer feature fetch gc gui i18n index init maintenance pack pull push rebase rerere tag transfer user".split(
    " ",
  ),
);

const NAMES = new Set(
  [
    "blame.blankboundary blame.coloring blame.date blame.markignoredlines blame.markunblamablelines blame.showemail blame.showroot",
    "commit.cleanup commit.gpgsign commit.status commit.template commit.verbose",
    "core.abbrev core.autocrlf core.bare core.bigfilethreshold core.checkstat core.commentchar core.commitgraph core.compression core.eol core.filemode",
    "core.fscache core.hidedotfiles core.ignorecase core.logallrefupdates core.longpaths core.loosecompression core.multipackindex core.notesref",
    "core.precomposeunicode core.preloadindex core.protecthfs core.protectntfs core.quotepath core.repositoryformatversion core.safecrlf",
    "core.sharedrepository core.sparsecheckout core.sparsecheckoutcone core.splitindex core.symlinks core.trustctime core.untrackedcache",
    "core.warnambiguousrefs core.whitespace",
    "diff.algorithm diff.autorefreshindex diff.binary diff.colormoved diff.colormovedws diff.context diff.dirstat diff.funcname diff.ignoresubmodules",
    "diff.indentheuristic diff.interhunkcontext diff.mnemonicprefix diff.noprefix diff.relative diff.renamelimit diff.renames diff.statgraphwidth",
    "diff.statnamewidth diff.suppressblankempty diff.wordregex diff.wserrorhighlight diff.xfuncname",
    "extensions.compatobjectformat extensions.objectformat extensions.preciousobjects extensions.refstorage extensions.worktreeconfig",
    "lfs.access lfs.locksverify lfs.repositoryformatversion",
    "log.abbrevcommit log.date log.decorate log.excludedecoration log.follow log.mailmap log.showroot",
    "merge.conflictstyle merge.directoryrenames merge.ff merge.log merge.renamelimit merge.renames merge.stat",
    "remote.fetch remote.gh-resolved remote.mirror remote.prune remote.prunetags remote.push remote.pushdefault remote.pushurl remote.skipdefaultupdate remote.skipfetchall",
    "remote.tagopt remote.url",
    "status.aheadbehind status.branch status.displaycommentprefix status.relativepaths status.renamelimit status.renames status.short",
    "status.showstash status.showuntrackedfiles",
    "submodule.active submodule.branch submodule.ignore submodule.path submodule.url",
  ].flatMap((line) => line.split(" ")),
);

/**
 * `core.fsmonitor` names a program, or starts a process, unless it is switched off. `git blame` shows a line of the file that
 * `blame.ignoreRevsFile` names, wherever it is.
 */
const isHarmless = ({ name, value }: ConfigVariable): boolean =>
  NAMES.has(name) ||
  SECTIONS.has(name.split(".")[0] ?? "") ||
  (name === "blame.ignorerevsfile" && value === ".git-blame-ignore-revs") ||
  (name === "core.fsmonitor" && /^(?:false|no|off|0|)$/i.test(value ?? "true"));

/** Attributes that name a program of some configuration. Git knows these languages itself. */
const LANGUAGES =
  /^(?:ada|bash|bibtex|cpp|csharp|css|default|dts|elixir|fortran|fountain|golang|html|java|kotlin|markdown|matlab|objc|pascal|perl|php|python|ruby|rust|scheme|tex)$/;

const attributeReasons = (root: string, path: string): readonly string[] => {
  const named = (smallText(path) ?? "").split("\n").flatMap((line) => [...line.matchAll(/(?:^|\s)(filter|diff|merge)=(\S+)/g)]);
  const programs = named.filter(
    ([, kind, name = ""]) => !(kind === "diff" ? LANGUAGES.test(name) : kind === "merge" && BUILT_IN_MERGES.test(name)),
  );
  return [...new Set(programs.map(([, kind = "", name = ""]) => `${shown(root, path)} names the ${KINDS[kind] ?? kind} ${name}`))];
};

const BUILT_IN_MERGES = /^(?:text|binary|union)$/;
const KINDS: Readonly<Record<string, string>> = { diff: "diff driver", filter: "filter", merge: "merge driver" };

/** Attributes in the working tree, and submodules, whose own configuration git follows. */
const treeReasons = (root: string, path: string, hashBytes: number): readonly string[] => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return attributeReasons(root, join(root, ".gitattributes"));
  const entries = stats.isFile() && stats.size <= MAX_INDEX_BYTES ? indexEntries(readFileSync(path), hashBytes) : undefined;
  if (entries === undefined) return [`${shown(root, path)} cannot be read`];
  const folders = new Set(["", ...entries.flatMap(({ path: file }) => parentsOf(file))]);
  if (folders.size > MAX_FOLDERS) return ["the repository has too many folders to look for attributes"];
  const submodules = entries.filter((entry) => entry.isSubmodule && existsSync(join(root, entry.path, ".git")));
  return [
    ...[...folders].flatMap((folder) => attributeReasons(root, join(root, folder, ".gitattributes"))),
    ...submodules.map((entry) => `the submodule ${entry.path} has its own configuration`),
  ];
};

const parentsOf = (file: string): readonly string[] => {
  const at = file.lastIndexOf("/");
  return at === -1 ? [] : [file.slice(0, at), ...parentsOf(file.slice(0, at))];
};
