import fc from "fast-check";

/** Tokens with a meaning in a shell. */
const TOKENS = [
  " ",
  "  ",
  "\n",
  "\t",
  "\0",
  "\r",
  "\u{1F600}",
  ..."rm git status -rf --force echo sudo env xargs find -exec bash -c eval x A=1 1 é EOF $IFS".split(" "),
  ..."' \" ` \\ $ $( ) ( { } ${ $(( )) [[ ]] < > >> << <<< <( & && | || ; ;; ! # * ? [ ] ~ / , .. = += @ $'".split(" "),
  ..."if then fi for in do done case esac while function coproc time".split(" "),
];

/** Strings, some of which are lines of bash. */
export const shellText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((tokens) => tokens.join("")),
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 30 }).map((tokens) => tokens.join(" ")),
    // The same characters as fast-check's strings of the unit "binary", whose table takes longer to build than the tests.
    fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes)),
  );

const QUOTED: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `$'${word}'`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => word.replaceAll(/[a-z]/g, String.raw`\$&`),
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
];

/** A command of plain words with some of them quoted; `choices` are numbers up to 6. */
export const withQuotes = (command: string, choices: readonly number[]): string =>
  command
    .trim()
    .split(/ +/)
    .map((word, at) => QUOTED[(choices[at % choices.length] ?? 0) % QUOTED.length]?.(word) ?? word)
    .join(" ");

/** True if quoting the words does not change the command. */
export const isPlain = (command: string): boolean =>
  /^[\w./ -]+$/.test(command) && !/^(?:time|coproc|function|done|fi|if|case|for|select|set)\b/.test(command);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Wrappers that run a command in another way. */
export const WRAPPED: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${shellQuoted(command)}`,
  (command) => `eval ${shellQuoted(command)}`,
  (command) => `timeout 5 sh -c ${shellQuoted(command)}`,
  (command) => `env A=1 nice bash -c ${shellQuoted(command)}`,
  (command) => `sudo bash -c ${shellQuoted(command)}`,
  (command) => `(\n${command}\n)`,
  (command) => `{\n${command}\n}`,
  (command) => `echo "$(\n${command}\n)"`,
  (command) => `true; ${command}`,
  (command) => `${command}\ntrue`,
  (command) => `if true; then\n${command}\nfi`,
  (command) => `for unused in 1; do\n${command}\ndone`,
  (command) => `f() {\n${command}\n}; f`,
  (command) => `cat <(\n${command}\n)`,
  (command) => `trap ${shellQuoted(command)} EXIT`,
  (command) => `true || {\n${command}\n} &`,
  (command) => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`,
];
