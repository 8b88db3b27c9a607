/** More texts of one program are not looked at. */
const MOST = 50;

/** They are given programs in their words, in languages that are not read here. */
const INTERPRETERS =
  /^(?:python|perl|ruby|php|node|nodejs|lua|luajit|deno|bun|awk|gawk|mawk|nawk|ts-node|tsx|Rscript|julia|osascript|tclsh|sqlite3|psql|vim|vi|nvim|ex|emacs|gdb)[\d.]*$/;

/** What may be files in a program of such a language: its texts in quotes, each word of them. */
export const pathsInCode = (program: string, code: string): readonly string[] =>
  INTERPRETERS.test(program)
    ? [...code.matchAll(/'([^'\\]*)'|"([^"\\]*)"|`([^`\\]*)`/g)]
        .flatMap(([, ...texts]) => (texts.find((text) => text !== undefined) ?? "").split(/\s+/))
        .map((text) => text.replace(/^[<>|+&]+/, ""))
        .filter((text) => /[/.~]/.test(text))
        .slice(0, MOST)
    : [];
