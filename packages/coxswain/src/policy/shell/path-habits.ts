import type { PathUse } from "../../loop/index.ts";
import { BEFORE_GLOB } from "./search-globs.ts";

/** The way a program uses the paths in its arguments. */
export interface PathHabit {
  /** Uses of its operands; several if it may do either. */
  readonly operands: readonly PathUse["use"][];
  /** Number of first operands that are not paths: a pattern, a program, a mode. */
  readonly skips?: number;
  /** With such an option no operand is skipped, because the option has the pattern. */
  readonly skipsNone?: RegExp;
  /** With such an option it uses folders with everything in them. `true`: always. */
  readonly whole?: RegExp | true;
  /** It uses folders with everything in them that is not hidden. */
  readonly visible?: true;
  /** Without operands it uses the current folder. */
  readonly here?: true;
  /** It writes the other operands to the last one, or to the value of `-t`. */
  readonly puts?: true;
  /** The first operand is a program that it runs. */
  readonly script?: true;
  /** With such an option it writes its operands. */
  readonly changes?: RegExp;
  /** With such an option it creates other names for the operands, through which they can be written later. */
  readonly links?: RegExp | true;
  /** Options whose value is a file that it writes. */
  readonly writes?: RegExp;
  /** Options whose value is a file that it reads. */
  readonly reads?: RegExp;
  /** Options whose value is not a path. */
  readonly values?: RegExp;
  /** Options whose value may be the next word, which then is neither the pattern nor a file. */
  readonly valued?: RegExp;
  /** Options with the pattern, so that the first operand is a file. Fewer than `skipsNone`, which may be too many. */
  readonly patterns?: RegExp;
}

const habits = (names: string, habit: PathHabit): readonly (readonly [string, PathHabit])[] =>
  names.split(/\s+/).map((name) => [name, habit] as const);

const NONE: PathHabit = { operands: [] };
const READS: PathHabit = { operands: ["read"] };
const WRITES: PathHabit = { operands: ["write"] };
const RECURSIVE = /^-[a-zA-Z]*[rR]|^--(?:r|dereference-r|directories=r)/;
const PATTERN = { skips: 1, skipsNone: /^-[\w.]*[ef]|^--(?:reg|fil)/ } as const;
const GREP_OPTIONS = {
  valued: /^(?:-[EFGHILPRTUZachilnoqrsvwxyz\d]*[ABCDdefm]|--(?:after|bef|bin|con|dev|dir|exc|fil|gro|inc|lab|max|reg)[a-z-]*)$/,
  patterns: /^(?:-[EFGHILPRTUZachilnoqrsvwxyz\d]*[ef]|--(?:reg|file$|file=))/,
} as const;
const RG_OPTIONS = {
  valued:
    /^(?:-[acFHhIiLlNnPpqSsUuVvwxz0.]*[ABCEMTdefgjmrt]|--(?:after|before|color|con|dfa|en|field|file|glob|iglob|ignore-file|max|path|pre|reg|repl|sort|threads|type)[a-z-]*)$/,
  patterns: /^(?:-[acFHhIiLlNnPpqSsUuVvwxz0.]*[ef]|--(?:regexp|file)(?:=|$))/,
} as const;

/** By base name. Any other program may do anything with its arguments. */
export const PATH_HABITS: ReadonlyMap<string, PathHabit> = new Map<string, PathHabit>([
  ...habits(
    ": [ alias arch bg break clear continue disown dirname basename echo exit expr export false fg groups hash help id jobs kill killall logname printf printenv ps pwd return seq set shift sleep test true tty type ulimit umask unalias uname unset uptime wait which whoami yes",
    NONE,
  ),
  ...habits(
    "b2sum base32 base64 basenc bat batcat bzcat cat cksum cmp column comm cut diff3 expand file fmt fold head hexdump iconv join less ls mapfile md5sum more nl od paste pr readarray readlink realpath rev sdiff sha1sum sha224sum sha256sum sha384sum sha512sum shasum shuf source stat strings sum tac tail tree tsort view wc xzcat zcat zless zmore zstdcat .",
    READS,
  ),
  ...habits("cd pushd", READS),
  ...habits("ash bash dash fish ksh mksh sh zsh node nodejs deno bun python python3 perl ruby php lua tsx ts-node", {
    operands: ["either"],
    script: true,
    reads: /^--env-file$/,
    changes: /^-[a-zA-Z]*i/,
  }),
  ["diff", { ...READS, whole: RECURSIVE }],
  ["jq", { ...READS, skips: 1, skipsNone: /^-[a-zA-Z]*f|^--from-file/ }],
  ["yq", { ...READS, skips: 1, changes: /^-[a-zA-Z]*i|^--inplace/ }],
  ...habits("grep egrep fgrep zgrep", {
    ...READS,
    ...PATTERN,
    ...GREP_OPTIONS,
    whole: /^-[a-zA-Z\d]*[rR]|^--(?:r|dereference-r|dir[a-z]*=r)|^(?:-[a-zA-Z\d]*d|--dir[a-z]*)$/,
    here: true,
  }),
  ...habits("rg ag ack", {
    ...READS,
    ...PATTERN,
    ...RG_OPTIONS,
    values: BEFORE_GLOB,
    whole: /^-[a-zA-Z\d.]*[u.]|^--(?:hidden|unrestricted|no-ignore-all|all-types)/,
    visible: true,
    here: true,
  }),
  ...habits("awk gawk mawk nawk", { operands: ["read"], skips: 1, skipsNone: /^-[a-zA-Z]*[efE]|^--(?:e|fi|so)/, changes: /^inplace$/ }),
  ...habits("sed gsed", { ...READS, skips: 1, skipsNone: /^-\w*[ef]|^--(?:ex|fi)/, changes: /^-[a-zA-Z]*i|^--in-p/ }),
  ["sort", { ...READS, writes: /^(?:-[a-zA-Z]*o|--output=?)/ }],
  ...habits("split csplit", { operands: ["read", "either"] }),
  ...habits("uniq xxd", { ...READS, puts: true }),
  ...habits("nano vi vim nvim ed ex emacs ne joe pico micro kak hx", { operands: ["read", "either"] }),
  ...habits(
    "chattr chgrp chmod chown setfattr setfacl fallocate mkdir mkfifo mknod rmdir shred tee touch truncate unlink mktemp patch",
    WRITES,
  ),
  ...habits("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 dos2unix unix2dos", {
    operands: ["read", "write"],
    whole: /^-[a-zA-Z]*r|^--recursive/,
  }),
  ["rm", { ...WRITES, whole: RECURSIVE }],
  ["cp", { ...READS, puts: true, whole: /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/, links: /^-[a-zA-Z]*[ls]|^--(?:link|symbolic)/ }],
  ["mv", { operands: ["write", "either"], puts: true, whole: true }],
  ["ln", { operands: ["either"], puts: true, links: true }],
  ["install", { ...READS, puts: true }],
  ["rsync", { ...READS, puts: true, whole: /^-[a-zA-Z]*[ra]|^--(?:recursive|archive)/, links: /^--link-dest/, values: /^(?:-e|--rsh)$/ }],
  ["scp", { ...READS, puts: true, whole: /^-[a-zA-Z]*r/ }],
  ...habits("docker podman docker-compose", { operands: ["either"], reads: /^--env-file$/ }),
  ["zip", { ...READS, whole: RECURSIVE }],
  ["openssl", { operands: ["either"], reads: /^-(?:in|inkey|certin)$/, writes: /^-(?:out|keyout)$/ }],
  [
    "curl",
    {
      operands: ["either"],
      reads: /^(?:-[a-zA-Z]*[TK]|--(?:upload-file|config))$/,
      writes: /^(?:-[a-zA-Z]*[ocD]|--(?:output|cookie-jar|dump-header|etag-save|trace|trace-ascii|stderr))$/,
    },
  ],
  [
    "wget",
    {
      operands: ["either"],
      reads: /^(?:-[a-zA-Z]*i|--(?:post-file|body-file|input-file))$/,
      writes: /^(?:-[a-zA-Z]*[Ooa]|--(?:output-document|output-file|append-output|save-cookies))$/,
    },
  ],
]);
