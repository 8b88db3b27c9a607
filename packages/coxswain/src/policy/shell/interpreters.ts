/** More texts of one program are not looked at. */
const MOST = 30;

const LANGUAGES =
  /^(?:python|perl|ruby|php|node|nodejs|lua|luajit|deno|bun|awk|gawk|mawk|nawk|ts-node|tsx|Rscript|julia|osascript|tclsh|expect|sqlite3|psql|mysql|vim|vi|nvim|ex|ed|emacs|gdb|lldb|g?make|ftp|sftp)[\d.]*$/;

/** Whether it is given programs in its words or on its standard input, in a language that is not read here. */
export const isInterpreter = (program: string): boolean => LANGUAGES.test(program);

/** The texts in quotes of such a program: among them are the files that it opens and the commands that it runs. */
export const quotedTexts = (code: string): readonly string[] =>
  [...code.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|(?<![\w$@%])(?:q[qxw]?|%[xqw])[({[<|!/]([^)}\]>|!/]*)/gis)]
    .map(([, ...texts]) => texts.find((text) => text !== undefined) ?? "")
    .filter((text) => text.trim() !== "")
    .slice(0, MOST);

/** What of those texts may be files. */
export const pathsInCode = (code: string): readonly string[] =>
  quotedTexts(code)
    .flatMap((text) => text.split(/\s+/))
    .map((text) => text.replace(/^[<>|+&]+/, ""))
    .filter((text) => /[/.~]/.test(text));
