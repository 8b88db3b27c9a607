import type { CommandWord, PathUse } from "../../loop/index.ts";
import { baseName } from "./base-name.ts";

/** Their words are no files. */
const NO_FILES = new Set(
  ": [ alias arch bg break clear continue date disown dirname basename echo exit expr export false fg groups hash help history hostname id jobs kill killall logname pgrep pkill printf printenv ps pwd return seq set shift sleep test true tty type ulimit umask unalias uname unset uptime wait which whoami yes".split(
    " ",
  ),
);
const READERS = new Set(
  "ack ag awk b2sum base32 base64 basenc bat batcat bzcat cat cksum cmp column comm cut diff diff3 egrep expand fgrep file fmt fold gawk gunzip grep head hexdump iconv join jq less ls mapfile md5sum more nl od paste pr readarray readlink realpath rev rg sdiff sha1sum sha224sum sha256sum sha384sum sha512sum shasum shuf source sort stat strings sum tac tail tree tsort uniq view wc xxd xzcat yq zcat zgrep zless zmore zstdcat . nano vi vim".split(
    " ",
  ),
);
const WRITERS = new Set("chattr chgrp chmod chown fallocate mkdir mkfifo mknod rm rmdir shred tee touch truncate unlink".split(" "));
/** They read all but the last, which they write. */
const COPIERS = new Set(["cp", "install", "ln", "mv", "rsync", "scp"]);

/** Whether arguments of a program may be files. */
export const namesFiles = (program: string): boolean => !NO_FILES.has(program);

/** What of a command's words may be files, and what becomes of them. */
export const pathUses = (words: readonly CommandWord[]): readonly PathUse[] => {
  const [program, ...rest] = words;
  const name = baseName(program?.text ?? "");
  if (program === undefined || !namesFiles(name)) return [];
  const places = rest.map(({ text }) => pathsIn(text));
  const target = COPIERS.has(name) ? targetOf(rest) : -1;
  const changes = name === "sed" && rest.some(({ text }) => /^(?:-[a-zA-Z]*i|--in-p)/.test(text));
  return places.flatMap((paths, at) =>
    paths.map((path) => ({ path, use: useOf(name, at === target, changes, path, rest[at]?.text ?? "") })),
  );
};

const useOf = (name: string, isTarget: boolean, changes: boolean, path: string, word: string): PathUse["use"] => {
  if (changes) return "write";
  if (READERS.has(name)) return "read";
  if (WRITERS.has(name) || isTarget) return "write";
  if (COPIERS.has(name)) return name === "mv" ? "either" : "read";
  if (name === "dd") return word === `of=${path}` ? "write" : "read";
  if (/@/.test(word) && word.endsWith(path) && word !== path) return "read";
  return "either";
};

const targetOf = (words: readonly CommandWord[]): number => {
  const named = words.findIndex(({ text }) => /^(?:-t.+|--target-directory=.+)/.test(text));
  if (named !== -1) return named;
  const next = words.findIndex(({ text }) => text === "-t" || text === "--target-directory");
  return next === -1 ? words.findLastIndex(({ text }) => !text.startsWith("-")) : next + 1;
};

/** A word may be a path, or have one in it: `--file=x`, `of=x`, `@x`, `-fx`. */
const pathsIn = (text: string): readonly string[] => {
  if (text === "" || text === "-" || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fileUrl(text);
  const inner = /[=@:](.+)$/s.exec(text)?.[1];
  if (text.startsWith("-")) {
    const attached = /^-[A-Za-z]([~./].*)$/s.exec(text)?.[1];
    return [inner, attached].filter((path) => path !== undefined);
  }
  return [text, ...(inner === undefined ? [] : [inner.replace(/^@/, "")])];
};

const fileUrl = (text: string): readonly string[] => (/^file:\/\//i.test(text) ? [text.replace(/^file:\/\/(?:localhost)?/i, "")] : []);
