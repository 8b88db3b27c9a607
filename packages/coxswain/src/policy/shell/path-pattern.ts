/**
 * A pattern of paths: `*` and `?` stand for letters within a name, `**` for any folders, `[…]` for one of its letters, `{a,b}` for one of several.
 * `folder/**` is the folder itself too.
 */
export const pathPattern = (pattern: string): RegExp => {
  const folder = pattern.endsWith("/**") ? pattern.slice(0, -3) : undefined;
  const whole = folder === undefined ? `^${source(pattern)}$` : `^${source(folder)}(?:/.*)?$`;
  try {
    return new RegExp(whole, "s");
  } catch {
    // Letters out of order, as [z-a], match nothing in a shell either.
    return /^(?!)/;
  }
};

const TOKEN = /\*\*\/|\*\*|\*|\?|\[[!^]?[^\]/]+\]|\{[^{}]*\}|[\s\S]/g;

const source = (pattern: string): string => [...pattern.matchAll(TOKEN)].map(([token]) => sourceOf(token)).join("");

const sourceOf = (token: string): string => {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.length > 1 && token.startsWith("[")) {
    const letters = token.slice(1, -1).replace(/^[!^]/, "");
    return `[${letters.length < token.length - 2 ? "^" : ""}${letters.replaceAll(/[\\\]^]/g, String.raw`\$&`)}]`;
  }
  if (token.length > 1) return `(?:${token.slice(1, -1).split(",").map(source).join("|")})`;
  return token.replace(/[$()*+.?[\\\]^{|}/]/, String.raw`\$&`);
};
