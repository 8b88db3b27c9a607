import type { CommandWord } from "../../loop/index.ts";
import { cronCommands, ownWords } from "./words.ts";
import { FOUND } from "./find-paths.ts";
import { SHELLS, type Wrapper, wrapperOf } from "./wrappers.ts";

/** The commands that a command runs. */
export interface Runs {
  /** Commands in its arguments. */
  readonly commands: readonly (readonly CommandWord[])[];
  /** Index of the word at which the first of them begins; 0 without one. */
  readonly at: number;
  /** Command lines that a shell runs. */
  readonly code: readonly CommandWord[];
  /** `$0`, `$1` and so on of those command lines. */
  readonly positional?: readonly CommandWord[];
  /** The folders in which it runs them, if it names any. */
  readonly folders?: readonly CommandWord[];
  /** The command lines come from its standard input, so the commands in them do not get it. */
  readonly reads?: true;
  /** It does nothing else, so only the commands that it runs need permission. */
  readonly transparent: boolean;
  readonly unresolved: readonly string[];
}

type Words = readonly CommandWord[];

const NOTHING: Runs = { commands: [], at: 0, code: [], transparent: false, unresolved: [] };

/**
 * @param name the program's base name.
 * @param stdin possible standard input, if it is part of the line.
 */
export const runsOf = (name: string, words: Words, stdin: readonly string[]): Runs | undefined => {
  if (SHELLS.has(name)) return shell(name, words, stdin);
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(words, stdin);
  if (GIT_PART.test(name))
    return { ...NOTHING, commands: [[{ kind: "known", text: "git" }, { kind: "known", text: name.slice(4) }, ...words.slice(1)]] };
  return wrapped(name, words, stdin);
};

/** The programs of single subcommands, such as `git-push`. */
const GIT_PART = /^git-[a-z]/;

const wrapped = (name: string, words: Words, stdin: readonly string[]): Runs | undefined => {
  const wrapper = wrapperOf(name);
  const first = words[1]?.text ?? "";
  if (wrapper === undefined || wrapper.unless?.test(first) === true) return undefined;
  // Its optional architecture precedes the options.
  const skipped = name === "setarch" && !first.startsWith("-") ? 1 : 0;
  const at = ownWords(words.slice(skipped), wrapper) + skipped;
  const folders = wrapper.folder === undefined ? [] : afterOption(words.slice(1, at), wrapper.folder);
  const unresolved = [
    ...(wrapper.unresolved === undefined ? [] : [`${name} ${wrapper.unresolved}`]),
    ...(folders.length === 0 ? [] : [`${name} runs it in another folder`]),
  ];
  const split = name === "env" ? splitString(words.slice(0, at + 1)) : [];
  if (at >= words.length && split.length === 0) return wrapper.more === true ? NOTHING : startsShell(words, wrapper, stdin);
  const command = words.slice(at);
  return {
    commands:
      at >= words.length
        ? []
        : wrapper.more === true
          ? withAddedArguments(command, stdin, placeholder(words.slice(1, at)), words.slice(1, at).some(isDivider))
          : [command],
    at: at >= words.length ? 0 : at,
    code: split,
    folders,
    transparent: true,
    unresolved: split.length === 0 ? unresolved : [...unresolved, "env splits a string into a command"],
  };
};

/** A wrapper without a command that starts a shell, which reads standard input. */
const startsShell = (words: Words, { shell: option }: Wrapper, stdin: readonly string[]): Runs | undefined => {
  const starts = option === true || words.some(({ text }) => option?.test(text) === true);
  return starts && stdin.length > 0 ? shellOnStdin(stdin) : undefined;
};

const shellOnStdin = (stdin: readonly string[]): Runs => ({
  ...NOTHING,
  code: stdinCode(stdin),
  reads: true,
  unresolved: ["it runs commands from its standard input"],
});

/** The command with arguments from standard input, which are unknown unless they are part of the line. */
const withAddedArguments = (command: Words, stdin: readonly string[], mark: string | undefined, wholeLines: boolean): readonly Words[] => [
  [...withoutMark(command, mark), { kind: "unknown", text: "" }],
  // With a placeholder nothing is added at the end, where a target may be.
  ...(mark !== undefined && command.some(({ text }) => text.includes(mark)) ? [withoutMark(command, mark)] : []),
  ...stdin.map((text) => [...command, ...guessedWords(text)]),
  ...(wholeLines
    ? stdin.map((text) => [...command, ...text.split(/[\0\n]/).map((part): CommandWord => ({ kind: "guess", text: part }))])
    : []),
  ...(mark === undefined
    ? []
    : stdin.flatMap((text) => [text, ...text.split(/\s+/)].slice(0, 8)).map((text) => filledIn(command, mark, text.trim()))),
];

const withoutMark = (command: Words, mark: string | undefined): Words =>
  command.map((word) => (mark !== undefined && word.text.includes(mark) ? unknownFrom(word, mark) : word));

/** With these options `xargs` treats blanks as part of an argument. */
const isDivider = ({ text }: CommandWord): boolean => /^(?:-[a-zA-Z]*[0dIL]|--(?:null|delimiter|replace|max-lines))/.test(text);

const unknownFrom = ({ text }: CommandWord, mark: string): CommandWord => ({ kind: "unknown", text: text.split(mark)[0] ?? "" });

const filledIn = (command: Words, mark: string, value: string): Words =>
  command.map(({ kind, text }) => (text.includes(mark) ? { kind: "guess", text: text.replaceAll(mark, value) } : { kind, text }));

/** The placeholder that `xargs -I` and `parallel` replace by their arguments. */
const placeholder = (own: Words): string | undefined => {
  const texts = own.map(({ text }) => text);
  const at = texts.findIndex((text) => /^(?:-[a-zA-Z0-9]*I|--replace)$/.test(text));
  if (at !== -1) return texts[at + 1] ?? "{}";
  const attached = texts.map((text) => /^(?:-[a-zA-Z0-9]*?[Ii]|--replace=)(.+)$/.exec(text)?.[1]).find((text) => text !== undefined);
  return attached ?? "{}";
};

/** A string split into guessed words. */
export const guessedWords = (text: string): Words =>
  text
    .split(/\s+/)
    .filter((part) => part !== "")
    .map((part) => ({ kind: "guess", text: part }));

const splitString = (words: Words): Words =>
  words
    .flatMap(({ kind, text }, at) => {
      const found = /^(?:-[A-Za-z0]*S|--sp[a-z-]*=)(.*)$/s.exec(text)?.[1];
      if (found === undefined) return /^--sp[a-z-]*$/.test(text) ? words.slice(at + 1) : [];
      return found === "" ? words.slice(at + 1) : [{ kind, text: found }];
    })
    // In such a string `\_` is a blank.
    .map(({ kind, text }) => ({ kind, text: text.replaceAll(String.raw`\_`, " ") }));

const SHELL_VALUED: Wrapper = { valued: "oO", longValued: ["rcfile", "init-file"], plus: true };

const shell = (name: string, words: Words, stdin: readonly string[]): Runs => {
  const start = ownWords(words, SHELL_VALUED);
  const own = words.slice(1, start).map(({ text }) => text);
  const unresolved = [
    ...(own.some((text) => /^--(?:rc|ini)/.test(text)) ? [`${name} loads a start-up file first`] : []),
    ...(words.slice(1, start).some(({ kind }) => kind !== "known") ? [`the options of ${name} are not known in advance`] : []),
  ];
  if (own.some((text) => /^[-+][A-Za-z]*c/.test(text))) {
    return { commands: [], at: 0, code: words.slice(start, start + 1), positional: words.slice(start + 1), transparent: true, unresolved };
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
    code: stdinCode(stdin),
    reads: true,
    positional: words.slice(start),
    unresolved: [...unresolved, `${name} runs code from its standard input`],
  };
};

/** All words, as one command line. */
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

/** `su -c 'x'`; without a command it starts a shell, which reads standard input. */
const asUser = (words: Words, stdin: readonly string[]): Runs => {
  const code = afterOption(words.slice(1), LINE);
  const unresolved = ["it runs a command as another user"];
  // A program that it starts instead of a shell gets the words after the user's name.
  const commands = afterOption(words.slice(1), /^(?:-[a-z]*s|--shell(?:=(.*))?)$/s).map((program) => [
    program,
    ...words.slice(ownWords(words, { valued: "cgGsuwT", operands: 1 })).filter(({ text }) => text !== "--"),
  ]);
  const reads = code.length === 0 && stdin.length > 0 && !words.some(({ text }) => /^(?:-u|--user)/.test(text));
  return reads ? { ...shellOnStdin(stdin), commands, unresolved } : { ...NOTHING, commands, code, unresolved };
};

/** The option of `su` and `script` before a command line. */
const LINE = /^(?:-[a-z]*c|--command(?:=(.*))?)$/s;

/** `find … -exec rm {} ;`: each of its commands, up to the `;` or `+`. */
const found =
  (options: RegExp) =>
  (words: Words): Runs | undefined => {
    const starts = words.flatMap(({ text }, at) => (at > 0 && options.test(text) ? [at + 1] : []));
    if (starts.length === 0) return undefined;
    const filling = foundFile(words.slice(1));
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

/** The word that replaces `{}`: if the folder is known, a path that begins with it and so is not an option. */
const foundFile = ([root]: Words): CommandWord => ({
  kind: "unknown",
  text: root !== undefined && root.kind !== "unknown" && /^[./\w]/.test(root.text) ? FOUND : "",
});

const stdinCode = (stdin: readonly string[]): Words => stdin.map((text) => ({ kind: "guess", text }));

const sourced = (_: Words, stdin: readonly string[]): Runs | undefined => (stdin.length === 0 ? undefined : shellOnStdin(stdin));

const later = (_: Words, stdin: readonly string[]): Runs => ({
  ...NOTHING,
  code: stdinCode(stdin),
  reads: true,
  unresolved: ["it schedules commands for later"],
});

/** The commands of a cron table follow their times. */
const atRuns = (words: Words, stdin: readonly string[]): Runs =>
  later(words, [...stdin, ...stdin.filter((text) => text !== "").map(cronCommands)]);

/** `start-stop-daemon --start --exec /bin/x -- its words`. */
const daemon = (words: Words): Runs | undefined => {
  const rest = words.slice(1);
  if (rest.some(({ text }) => /^(?:-[a-zA-Z]*[KTHV]|--(?:stop|status|help|version))$/.test(text))) return undefined;
  const programs = afterOption(rest, /^(?:-[bCimoqStv]*[xa]|--(?:exec|startas)(?:=(?=.))?)(.*)$/s);
  const at = ownWords(words, DAEMON);
  const remaining = words.slice(at);
  const end = words[at - 1]?.text === "--" ? 0 : remaining.findIndex(({ text }) => text === "--");
  const operands = remaining.filter(({ text }, place) => (end !== -1 && place > end) || end === 0 || !text.startsWith("-"));
  return programs.length === 0
    ? undefined
    : {
        ...NOTHING,
        commands: programs.map((program) => [program, ...operands]),
        unresolved: ["start-stop-daemon runs it in a different environment"],
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

const SPECIAL: ReadonlyMap<string, (words: Words, stdin: readonly string[]) => Runs | undefined> = new Map([
  ["eval", (words: Words): Runs => ({ ...NOTHING, code: joined(words.slice(words[1]?.text === "--" ? 2 : 1)), transparent: true })],
  [
    "trap",
    (words: Words): Runs => ({
      ...NOTHING,
      code: words
        .slice(words[1]?.text === "--" ? 2 : 1)
        .slice(0, 1)
        .filter(({ text }) => text !== "-" && text !== "-p" && text !== "-l"),
      transparent: words.length > 2,
    }),
  ],
  [
    "alias",
    (words: Words): Runs => ({
      ...NOTHING,
      code: words.slice(1).flatMap(({ kind, text }) => (text.includes("=") ? [{ kind, text: text.slice(text.indexOf("=") + 1) }] : [])),
      unresolved: ["an alias changes what later commands run"],
    }),
  ],
  [
    "watch",
    (words: Words): Runs => ({
      ...NOTHING,
      code: joined(words.slice(ownWords(words, { valued: "nq", longValued: ["interval"] }))),
      transparent: true,
    }),
  ],
  [
    "parallel",
    (words: Words, stdin: readonly string[]): Runs => {
      const plain = wrapped("parallel", words, stdin) ?? NOTHING;
      const end = words.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
      const template = words.slice(plain.at, end === -1 ? undefined : end);
      const inputs =
        end === -1
          ? stdin
          : [
              ...stdin,
              words
                .slice(end + 1)
                .map(({ text }) => text)
                .join(" "),
            ];
      const lines =
        template.length === 0
          ? inputs
          : [
              template.map(({ text }) => text).join(" "),
              ...inputs.map(
                (text) =>
                  `${template
                    .map((word) => word.text)
                    .join(" ")
                    .replaceAll("{}", text)} ${text}`,
              ),
            ];
      return { ...plain, code: stdinCode(lines), unresolved: ["parallel runs it with arguments from its input"] };
    },
  ],
  ["hyperfine", (words: Words): Runs => ({ ...NOTHING, code: words.slice(1) })],
  [
    "ssh",
    (words: Words, stdin: readonly string[]): Runs => {
      const line = joined(words.slice(ownWords(words, { valued: "BbcDEeFIiJLlmOopQRSWw", operands: 1 })));
      const reads = line.length === 0 ? ({ code: stdinCode(stdin), reads: true } as const) : { code: line };
      return { ...NOTHING, ...reads, unresolved: ["ssh runs it on another machine"] };
    },
  ],
  ["su", asUser],
  ["runuser", asUser],
  ["newgrp", (_: Words, stdin: readonly string[]): Runs | undefined => (stdin.length === 0 ? undefined : shellOnStdin(stdin))],
  [
    "script",
    (words: Words, stdin: readonly string[]): Runs | undefined => {
      const at = ownWords(words, {
        valued: "cEItTBmo",
        longValued: ["command", "echo", "log-in", "log-out", "log-io", "log-timing"],
        operands: 1,
      });
      const code = afterOption(words.slice(1), LINE);
      if (code.length + words.slice(at).length > 0) return { ...NOTHING, commands: [words.slice(at)], code };
      return stdin.length === 0 ? undefined : shellOnStdin(stdin);
    },
  ],
  [
    "flock",
    (words: Words): Runs | undefined => {
      const at = ownWords(words, { valued: "wE", longValued: ["timeout", "wait", "conflict-exit-code"], operands: 1 });
      if (words[at]?.text === "-c") return { ...NOTHING, code: words.slice(at + 1, at + 2), transparent: true };
      return at >= words.length ? undefined : { ...NOTHING, commands: [words.slice(at)], at, transparent: true };
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
  ["crontab", atRuns],
  ["start-stop-daemon", daemon],
]);
