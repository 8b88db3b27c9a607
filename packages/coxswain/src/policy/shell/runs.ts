import type { CommandWord } from "../../loop/index.ts";
import { cronLines, ownWords } from "./words.ts";
import { FOUND } from "./find-paths.ts";
import { SHELLS, type Wrapper, wrapperOf } from "./wrappers.ts";

/** What a command runs besides itself. */
export interface Runs {
  /** Commands in its own words. */
  readonly commands: readonly (readonly CommandWord[])[];
  /** At which word the first of them begins; 0 where there is none. */
  readonly at: number;
  /** Command lines that are handed to a shell. */
  readonly code: readonly CommandWord[];
  /** What those command lines get as `$0`, `$1` and so on. */
  readonly positional?: readonly CommandWord[];
  /** Where it runs them, if it names a folder. */
  readonly folders?: readonly CommandWord[];
  /** Those come from its standard input, so that the commands in them do not get it. */
  readonly reads?: true;
  /** It does nothing else, so that only what it runs has to be allowed. */
  readonly sees: boolean;
  readonly unresolved: readonly string[];
}

type Words = readonly CommandWord[];

const NOTHING: Runs = { commands: [], at: 0, code: [], sees: false, unresolved: [] };

/**
 * @param name the program's base name.
 * @param fed what it may get on its standard input, as far as that is in the line.
 */
export const runsOf = (name: string, words: Words, fed: readonly string[]): Runs | undefined => {
  if (SHELLS.has(name)) return shell(name, words, fed);
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(words, fed);
  if (GIT_PART.test(name))
    return { ...NOTHING, commands: [[{ kind: "known", text: "git" }, { kind: "known", text: name.slice(4) }, ...words.slice(1)]] };
  return wrapped(name, words, fed);
};

/** A program for one subcommand. */
const GIT_PART = /^git-[a-z]/;

const wrapped = (name: string, words: Words, fed: readonly string[]): Runs | undefined => {
  const wrapper = wrapperOf(name);
  const first = words[1]?.text ?? "";
  if (wrapper === undefined || wrapper.unless?.test(first) === true) return undefined;
  // What it is to be like may be left out, and stands before the options.
  const behind = name === "setarch" && !first.startsWith("-") ? 1 : 0;
  const at = ownWords(words.slice(behind), wrapper) + behind;
  const folders = wrapper.folder === undefined ? [] : afterOption(words.slice(1, at), wrapper.folder);
  const unresolved = [
    ...(wrapper.doubt === undefined ? [] : [`${name} ${wrapper.doubt}`]),
    ...(folders.length === 0 ? [] : [`${name} runs it in another folder`]),
  ];
  const split = name === "env" ? splitString(words.slice(0, at + 1)) : [];
  if (at >= words.length && split.length === 0) return wrapper.more === true ? NOTHING : startsShell(words, wrapper, fed);
  const command = words.slice(at);
  return {
    commands:
      at >= words.length
        ? []
        : wrapper.more === true
          ? withMore(command, fed, replaced(words.slice(1, at)), words.slice(1, at).some(isDivider))
          : [command],
    at: at >= words.length ? 0 : at,
    code: split,
    folders,
    sees: true,
    unresolved: split.length === 0 ? unresolved : [...unresolved, "env splits a text into a command"],
  };
};

/** A shell that is started without being named, and given something. */
const startsShell = (words: Words, { shell: by }: Wrapper, fed: readonly string[]): Runs | undefined => {
  const starts = by === true || words.some(({ text }) => by?.test(text) === true);
  return starts && fed.length > 0 ? givenToShell(fed) : undefined;
};

const givenToShell = (fed: readonly string[]): Runs => ({
  ...NOTHING,
  code: fedCode(fed),
  reads: true,
  unresolved: ["it runs what it reads"],
});

/** With arguments that come from elsewhere: nobody knows which, but for those that stand in the line. */
const withMore = (command: Words, fed: readonly string[], mark: string | undefined, undivided: boolean): readonly Words[] => [
  [
    ...command.map((word) => (mark !== undefined && word.text.includes(mark) ? unknownFrom(word, mark) : word)),
    { kind: "unknown", text: "" },
  ],
  ...fed.map((text) => [...command, ...guessedWords(text)]),
  ...(undivided
    ? fed.map((text) => [...command, ...text.split(/[\0\n]/).map((part): CommandWord => ({ kind: "guess", text: part }))])
    : []),
  ...(mark === undefined
    ? []
    : fed.flatMap((text) => [text, ...text.split(/\s+/)].slice(0, 8)).map((text) => filledIn(command, mark, text.trim()))),
];

/** With these `xargs` takes blanks for part of an argument. */
const isDivider = ({ text }: CommandWord): boolean => /^(?:-[a-zA-Z]*[0dIL]|--(?:null|delimiter|replace|max-lines))/.test(text);

const unknownFrom = ({ text }: CommandWord, mark: string): CommandWord => ({ kind: "unknown", text: text.split(mark)[0] ?? "" });

const filledIn = (command: Words, mark: string, value: string): Words =>
  command.map(({ kind, text }) => (text.includes(mark) ? { kind: "guess", text: text.replaceAll(mark, value) } : { kind, text }));

/** What `xargs -I` and `parallel` put their arguments in the place of. */
const replaced = (own: Words): string | undefined => {
  const texts = own.map(({ text }) => text);
  const at = texts.findIndex((text) => /^(?:-[a-zA-Z0-9]*I|--replace)$/.test(text));
  if (at !== -1) return texts[at + 1] ?? "{}";
  const attached = texts.map((text) => /^(?:-[a-zA-Z0-9]*?[Ii]|--replace=)(.+)$/.exec(text)?.[1]).find((text) => text !== undefined);
  return attached ?? "{}";
};

/** A text as words, if it is split. */
export const guessedWords = (text: string): Words =>
  text
    .split(/\s+/)
    .filter((part) => part !== "")
    .map((part) => ({ kind: "guess", text: part }));

const splitString = (words: Words): Words =>
  words.flatMap(({ kind, text }, at) => {
    const found = /^(?:-[A-Za-z0]*S|--sp[a-z-]*=)(.*)$/s.exec(text)?.[1];
    if (found === undefined) return /^--sp[a-z-]*$/.test(text) ? words.slice(at + 1) : [];
    return found === "" ? words.slice(at + 1) : [{ kind, text: found }];
  });

const SHELL_VALUED: Wrapper = { valued: "oO", longValued: ["rcfile", "init-file"], plus: true };

const shell = (name: string, words: Words, fed: readonly string[]): Runs => {
  const start = ownWords(words, SHELL_VALUED);
  const own = words.slice(1, start).map(({ text }) => text);
  const unresolved = [
    ...(own.some((text) => /^--(?:rc|ini)/.test(text)) ? [`${name} loads a file of its own first`] : []),
    ...(words.slice(1, start).some(({ kind }) => kind !== "known") ? [`the options of ${name} are not known`] : []),
  ];
  if (own.some((text) => /^[-+][A-Za-z]*c/.test(text))) {
    return { commands: [], at: 0, code: words.slice(start, start + 1), positional: words.slice(start + 1), sees: true, unresolved };
  }
  const script = words[start];
  const reads =
    script === undefined ||
    own.some((text) => /^-[A-Za-z]*s/.test(text)) ||
    /^\/dev\/(?:stdin|fd\/)/.test(script.text) ||
    script.text === "-";
  if (!reads) return { ...NOTHING, unresolved };
  if (script === undefined && own.some((text) => /^--(?:version|help)$/.test(text))) return NOTHING;
  return {
    ...NOTHING,
    code: fedCode(fed),
    reads: true,
    positional: words.slice(start),
    unresolved: [...unresolved, `${name} runs what it reads`],
  };
};

/** All of the operands, as one command line. */
const joined = (words: Words): Words => {
  if (words.length === 0) return [];
  const kinds = new Set(words.map(({ kind }) => kind));
  const kind = (["unknown", "pattern", "guess"] as const).find((one) => kinds.has(one)) ?? "known";
  return [{ kind, text: words.map(({ text }) => text).join(" ") }];
};

const afterOption = (words: Words, option: RegExp): Words =>
  words.flatMap(({ kind, text }, at) => {
    const value = option.exec(text);
    if (value === null) return [];
    return value[1] ? [{ kind, text: value[1] }] : words.slice(at + 1, at + 2);
  });

/** `su -c 'x'`; without a command a shell, which reads what it is given. */
const asSomebody = (words: Words, fed: readonly string[]): Runs => {
  const code = afterOption(words.slice(1), LINE);
  const unresolved = ["it runs a command as somebody else"];
  // What it starts instead of a shell gets the words behind the name.
  const commands = afterOption(words.slice(1), /^(?:-[a-z]*s|--shell(?:=(.*))?)$/s).map((program) => [
    program,
    ...words.slice(ownWords(words, { valued: "cgGsuwT", operands: 1 })).filter(({ text }) => text !== "--"),
  ]);
  const reads = code.length === 0 && fed.length > 0 && !words.some(({ text }) => /^(?:-u|--user)/.test(text));
  return reads ? { ...givenToShell(fed), commands, unresolved } : { ...NOTHING, commands, code, unresolved };
};

/** The option of `su` and `script` before a command line. */
const LINE = /^(?:-[a-z]*c|--command(?:=(.*))?)$/s;

/** `find … -exec rm {} ;`: each of its commands, up to the `;` or `+`. */
const found =
  (options: RegExp) =>
  (words: Words): Runs | undefined => {
    const starts = words.flatMap(({ text }, at) => (at > 0 && options.test(text) ? [at + 1] : []));
    if (starts.length === 0) return undefined;
    const filling = filledBy(words.slice(1));
    const commands = starts.map((start) => {
      const length = words.slice(start).findIndex(({ text }) => text === ";" || text === "+");
      const command = words.slice(start, length === -1 ? undefined : start + length);
      const filled = command.map((word, at): CommandWord => {
        if (!word.text.includes("{}")) return word;
        return word.text === "{}" && at > 0 ? filling : { kind: "unknown", text: word.text.split("{}")[0] ?? "" };
      });
      return filled.some(({ kind }) => kind === "unknown") ? filled : [...filled, { kind: "unknown" as const, text: "" }];
    });
    return { ...NOTHING, commands: commands.filter((command) => command.length > 0) };
  };

/** What stands in the place of `{}`: a name that begins with one of the folders, so that it is no option, if they are known. */
const filledBy = ([root]: Words): CommandWord => ({
  kind: "unknown",
  text: root !== undefined && root.kind !== "unknown" && /^[./\w]/.test(root.text) ? FOUND : "",
});

const fedCode = (fed: readonly string[]): Words => fed.map((text) => ({ kind: "guess", text }));

const sourced = (_: Words, fed: readonly string[]): Runs | undefined => (fed.length === 0 ? undefined : givenToShell(fed));

const later = (_: Words, fed: readonly string[]): Runs => ({
  ...NOTHING,
  code: fedCode(fed),
  reads: true,
  unresolved: ["it runs something later"],
});

/** Behind the times at which they are to run. */
const atTimes = (words: Words, fed: readonly string[]): Runs => later(words, [...fed, ...fed.filter((text) => text !== "").map(cronLines)]);

/** `start-stop-daemon --start --exec /bin/x -- its words`. */
const daemon = (words: Words): Runs | undefined => {
  const rest = words.slice(1);
  if (rest.some(({ text }) => /^(?:-[a-zA-Z]*[KTHV]|--(?:stop|status|help|version))$/.test(text))) return undefined;
  const programs = afterOption(rest, /^(?:-[bCimoqStv]*[xa]|--(?:exec|startas)(?:=(?=.))?)(.*)$/s);
  const at = ownWords(words, DAEMON);
  const given = words.slice(at);
  const end = words[at - 1]?.text === "--" ? 0 : given.findIndex(({ text }) => text === "--");
  const operands = given.filter(({ text }, place) => (end !== -1 && place > end) || end === 0 || !text.startsWith("-"));
  return programs.length === 0
    ? undefined
    : {
        ...NOTHING,
        commands: programs.map((program) => [program, ...operands]),
        unresolved: ["start-stop-daemon runs it in other surroundings"],
      };
};
const DAEMON: Wrapper = {
  valued: "xapnucgsrdNPIkRO",
  longValued: [
    "exec",
    "startas",
    "pidfile",
    "name",
    "user",
    "chuid",
    "group",
    "signal",
    "retry",
    "chroot",
    "chdir",
    "nicelevel",
    "procsched",
    "iosched",
    "umask",
    "pid",
    "ppid",
    "output",
    "notify-timeout",
  ],
};

const SPECIAL: ReadonlyMap<string, (words: Words, fed: readonly string[]) => Runs | undefined> = new Map([
  ["eval", (words: Words): Runs => ({ ...NOTHING, code: joined(words.slice(words[1]?.text === "--" ? 2 : 1)), sees: true })],
  [
    "trap",
    (words: Words): Runs => ({
      ...NOTHING,
      code: words
        .slice(words[1]?.text === "--" ? 2 : 1)
        .slice(0, 1)
        .filter(({ text }) => text !== "-" && text !== "-p" && text !== "-l"),
      sees: words.length > 2,
    }),
  ],
  [
    "alias",
    (words: Words): Runs => ({
      ...NOTHING,
      code: words.slice(1).flatMap(({ kind, text }) => (text.includes("=") ? [{ kind, text: text.slice(text.indexOf("=") + 1) }] : [])),
      unresolved: ["an alias changes what later words run"],
    }),
  ],
  [
    "watch",
    (words: Words): Runs => ({
      ...NOTHING,
      code: joined(words.slice(ownWords(words, { valued: "nq", longValued: ["interval"] }))),
      sees: true,
    }),
  ],
  [
    "parallel",
    (words: Words, fed: readonly string[]): Runs => {
      const plain = wrapped("parallel", words, fed) ?? NOTHING;
      const end = words.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
      const template = words.slice(plain.at, end === -1 ? undefined : end);
      const given =
        end === -1
          ? fed
          : [
              ...fed,
              words
                .slice(end + 1)
                .map(({ text }) => text)
                .join(" "),
            ];
      const lines =
        template.length === 0
          ? given
          : [
              template.map(({ text }) => text).join(" "),
              ...given.map(
                (text) =>
                  `${template
                    .map((word) => word.text)
                    .join(" ")
                    .replaceAll("{}", text)} ${text}`,
              ),
            ];
      return { ...plain, code: fedCode(lines), unresolved: ["parallel runs it with what it reads"] };
    },
  ],
  ["hyperfine", (words: Words): Runs => ({ ...NOTHING, code: words.slice(1) })],
  [
    "ssh",
    (words: Words, fed: readonly string[]): Runs => {
      const line = joined(words.slice(ownWords(words, { valued: "BbcDEeFIiJLlmOopQRSWw", operands: 1 })));
      const reads = line.length === 0 ? ({ code: fedCode(fed), reads: true } as const) : { code: line };
      return { ...NOTHING, ...reads, unresolved: ["ssh runs it on another machine"] };
    },
  ],
  ["su", asSomebody],
  ["runuser", asSomebody],
  ["newgrp", (_: Words, fed: readonly string[]): Runs | undefined => (fed.length === 0 ? undefined : givenToShell(fed))],
  [
    "script",
    (words: Words, fed: readonly string[]): Runs | undefined => {
      const at = ownWords(words, {
        valued: "cEItTBmo",
        longValued: ["command", "echo", "log-in", "log-out", "log-io", "log-timing"],
        operands: 1,
      });
      const code = afterOption(words.slice(1), LINE);
      if (code.length + words.slice(at).length > 0) return { ...NOTHING, commands: [words.slice(at)], code };
      return fed.length === 0 ? undefined : givenToShell(fed);
    },
  ],
  [
    "flock",
    (words: Words): Runs | undefined => {
      const at = ownWords(words, { valued: "wE", longValued: ["timeout", "wait", "conflict-exit-code"], operands: 1 });
      if (words[at]?.text === "-c") return { ...NOTHING, code: words.slice(at + 1, at + 2), sees: true };
      return at >= words.length ? undefined : { ...NOTHING, commands: [words.slice(at)], at, sees: true };
    },
  ],
  ["find", found(/^-(?:exec|execdir|ok|okdir)$/)],
  ["gfind", found(/^-(?:exec|execdir|ok|okdir)$/)],
  ["fd", found(/^(?:-[xX]|--exec(?:-batch)?)$/)],
  ["fdfind", found(/^(?:-[xX]|--exec(?:-batch)?)$/)],
  [".", sourced],
  ["source", sourced],
  ["at", later],
  ["batch", later],
  ["crontab", atTimes],
  ["start-stop-daemon", daemon],
]);
