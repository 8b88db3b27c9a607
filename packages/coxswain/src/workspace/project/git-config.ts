/**
 * The addresses of the remotes that the text of a git config names, the first one of each, by the remote's name and in
 * their order. Lenient: a line that git would refuse is passed over. Other files that it includes are not looked at.
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

/** `[remote "origin"]`; a section may be on the line of its first value. */
const SECTION = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const URL_LINE = /^(?:\s*\[[^\]]*\])?\s*url\s*=(.*)$/i;

/** A value up to its comment, without its quotes. */
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
