import type { CommandWord, PathUse } from "../../loop/index.ts";

type Words = readonly CommandWord[];

/** Paths that `find` uses, and what it or its commands do to the files that it finds: all in its folders, or those with a matching name. */
export const findUses = (rest: Words, usesOfCommand: (words: Words) => readonly PathUse[]): readonly PathUse[] => {
  const start = rest.findIndex(({ text }) => !/^-(?:[HLP]|D.*|O\d)$/.test(text));
  const own = start === -1 ? [] : rest.slice(start);
  const end = own.findIndex(({ text }) => /^[-(!]/.test(text));
  const roots = (end === -1 ? own : own.slice(0, end))
    .filter(({ kind, text }) => kind !== "unknown" && text !== "")
    .map(({ text }) => text);
  const tests = end === -1 ? [] : own.slice(end);
  const value = (at: number): string => tests[at + 1]?.text ?? "";

  const names = tests.flatMap(({ text }, at) => (NAME.test(text) && !NOT.test(tests[at - 1]?.text ?? "") ? [`**/${value(at)}`] : []));
  const whole = tests.flatMap(({ text }, at) =>
    PATH.test(text) && !NOT.test(tests[at - 1]?.text ?? "") ? [value(at).replace(/^\.\//, "")] : [],
  );
  const found = (roots.length === 0 ? ["."] : roots).flatMap((root): readonly string[] =>
    // In its patterns `*` also matches slashes.
    names.length + whole.length === 0
      ? [root]
      : [
          ...names.map((name) => `${root}/${name}`),
          ...whole.map((path) => (path.startsWith("*") ? `${root}/**/${path.replace(/^\*+\/?/, "")}` : path)),
        ],
  );

  const done = tests.flatMap(({ text }, at): readonly PathUse["use"][] => {
    if (text === "-delete") return ["write"];
    return EXEC.test(text) ? usesOfCommand(commandAt(tests, at + 1)).flatMap(({ path, use }) => (path.includes(FOUND) ? [use] : [])) : [];
  });
  const named = tests.flatMap(({ text }, at) =>
    EXEC.test(text) ? usesOfCommand(commandAt(tests, at + 1)).filter(({ path }) => !path.includes(FOUND)) : [],
  );
  const written = tests.flatMap(({ text }, at): readonly PathUse[] => (PRINT.test(text) ? [{ path: value(at), use: "write" }] : []));
  const seen = roots.map((path): PathUse => ({ path, use: "read" }));
  return [
    ...seen,
    ...written,
    ...named,
    ...[...new Set(done)].flatMap((use) => found.map((path): PathUse => ({ path, use, whole: true }))),
  ];
};

/** Placeholder for a found file. */
export const FOUND = "\u{F0000}/found";

const commandAt = (tests: Words, start: number): Words => {
  const length = tests.slice(start).findIndex(({ text }) => text === ";" || text === "+");
  const command = tests.slice(start, length === -1 ? undefined : start + length);
  return command.map(({ kind, text }) => ({ kind, text: text.replaceAll("{}", FOUND) }));
};

const NAME = /^-i?name$/;
const PATH = /^-(?:i?path|i?wholename)$/;
const NOT = /^(?:!|-not)$/;
const EXEC = /^-(?:exec|execdir|ok|okdir)$/;
const PRINT = /^-(?:fprint0?|fprintf|fls)$/;
