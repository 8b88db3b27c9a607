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
const valueOf = (text: string): string => {
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
