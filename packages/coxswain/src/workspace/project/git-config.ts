/** One variable of a git config. */
export interface ConfigVariable {
  /** In lower case, without the subsection: `core.fsmonitor`, `diff.textconv`. */
  readonly name: string;
  readonly subsection: string | undefined;
  /** Undefined for a name without a value, which means true. */
  readonly value: string | undefined;
}

/** Returns the variables of a git config, in file order. Undefined if git would reject it. Included files are not read. */
export const configVariables = (config: string): readonly ConfigVariable[] | undefined => {
  const text = config.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const variables: ConfigVariable[] = [];
  let section: { readonly name: string; readonly subsection: string | undefined } | undefined;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  for (;;) {
    take(/(?:\s+|[#;][^\n]*)*/y);
    if (at >= text.length) return variables;
    const header = take(/\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y);
    if (header !== undefined) {
      const [name = "", ...rest] = (header[1] ?? "").split(".");
      section = { name: name.toLowerCase(), subsection: header[2] === undefined ? rest.join(".") || undefined : unescape(header[2]) };
      continue;
    }
    const key = take(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/y)?.[1];
    if (key === undefined || section === undefined) return undefined;
    const raw = take(/=((?:[^"\\\n#;]|\\[^]|"(?:[^"\\\n]|\\[^])*")*)(?:[#;][^\n]*)?(?=\n|$)/y);
    if (raw === undefined && take(/(?:[#;][^\n]*)?(?=\n|$)/y) === undefined) return undefined;
    variables.push({
      ...section,
      name: `${section.name}.${key.toLowerCase()}`,
      value: raw === undefined ? undefined : valueOf(raw[1] ?? ""),
    });
  }
};

/**
 * Returns the first URL of each remote in a git config, by the remote's name, in file order. Lenient: lines that git
 * would reject are skipped, and included files are not read.
 */
export const remoteUrls = (config: string): ReadonlyMap<string, string> => {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.replaceAll(/\\\r?\n/g, "").split(/\r?\n/)) {
    const section = SECTION.exec(line);
    if (section !== null) remote = section[1]?.toLowerCase() === "remote" ? unescape(section[2] ?? "") : undefined;
    const value = URL_LINE.exec(line)?.[1];
    if (remote !== undefined && value !== undefined && !urls.has(remote)) urls.set(remote, valueOf(value));
  }
  return urls;
};

/** `[remote "origin"]`. The first value may follow on the same line. */
const SECTION = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const URL_LINE = /^(?:\s*\[[^\]]*\])?\s*url\s*=(.*)$/i;

/** A value without its comment and its quotes. */
const valueOf = (line: string): string => {
  const text = line.replaceAll("\\\n", "");
  let value = "";
  let quoted = false;
  for (const [piece] of text.matchAll(/\\.|[^\\]/gs)) {
    if (piece === '"') quoted = !quoted;
    else if (!quoted && (piece === "#" || piece === ";")) break;
    else value += unescape(piece);
  }
  return value.trim();
};

const unescape = (text: string): string => text.replaceAll(/\\(.)/g, "$1");
