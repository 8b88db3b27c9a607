import type { CommandWord, PathUse } from "../../loop/index.ts";

type Words = readonly CommandWord[];

/** Files that a program writes without naming them in its words. */
interface Implied {
  /** Matched against the words without options. */
  readonly words: RegExp;
  readonly writes: readonly string[];
}

const SETS = /^config (?:set|delete|unset|edit|add|fix)\b|^(?:set|c set)\b/;

/** By base name. */
const IMPLIED: ReadonlyMap<string, readonly Implied[]> = new Map<string, readonly Implied[]>([
  ["npm", [{ words: SETS, writes: ["~/.npmrc", ".npmrc"] }]],
  ["pnpm", [{ words: SETS, writes: ["~/.npmrc", ".npmrc"] }]],
  ["yarn", [{ words: SETS, writes: [".yarnrc.yml", "~/.yarnrc"] }]],
  ["pip", [{ words: SETS, writes: ["~/.config/pip/pip.conf"] }]],
  ["pip3", [{ words: SETS, writes: ["~/.config/pip/pip.conf"] }]],
  ["bundle", [{ words: /^config (?!get\b|list\b)\S/, writes: [".bundle/config"] }]],
  ["gem", [{ words: /^sources\b/, writes: ["~/.gemrc"] }]],
  ["conda", [{ words: /^config\b/, writes: ["~/.condarc"] }]],
  ["gh", [{ words: /^(?:alias set|alias import|config set|extension install|auth setup-git)\b/, writes: ["~/.config/gh/config.yml"] }]],
  ["mise", [{ words: /^(?:use|set|settings|trust)\b/, writes: ["mise.toml", "~/.config/mise/config.toml"] }]],
  ["asdf", [{ words: /^(?:local|global|set)\b/, writes: [".tool-versions"] }]],
  ["direnv", [{ words: /^(?:allow|permit|grant|edit)\b/, writes: [".envrc"] }]],
  ["husky", [{ words: /^(?!-)/, writes: [".husky", ".git/hooks"] }]],
  ["lefthook", [{ words: /^(?:install|add)\b/, writes: [".git/hooks"] }]],
  ["pre-commit", [{ words: /^(?:install|init-templatedir)\b/, writes: [".git/hooks"] }]],
  ["crontab", [{ words: /^/, writes: ["/var/spool/cron"] }]],
  ["at", [{ words: /^/, writes: ["/var/spool/cron"] }]],
  ["batch", [{ words: /^/, writes: ["/var/spool/cron"] }]],
  ["systemctl", [{ words: /^(?:enable|disable|link|edit|mask|unmask|set-default|preset)\b/, writes: ["~/.config/systemd"] }]],
  ["launchctl", [{ words: /^(?:load|bootstrap|enable|submit)\b/, writes: ["~/Library/LaunchAgents"] }]],
  ["chsh", [{ words: /^/, writes: ["/etc/passwd"] }]],
  ["ssh-keygen", [{ words: /^/, writes: ["~/.ssh"] }]],
]);

/** With these options the program writes nothing. */
const SHOWS = /^(?:-l|-V|--help|--version|--list)$/;

/** Files that the command writes without naming them. */
export const impliedWrites = (program: string, rest: Words): readonly PathUse[] => {
  if (program === "curl" || program === "wget") return downloaded(program, rest);
  const implied = IMPLIED.get(program);
  if (implied === undefined || rest.some(({ text }) => SHOWS.test(text))) return [];
  const words = rest.flatMap(({ text }) => (text.startsWith("-") ? [] : [text])).join(" ");
  return implied.flatMap((one) => (one.words.test(words) ? one.writes.map((path): PathUse => ({ path, use: "write" })) : []));
};

/** Downloads that are named after the end of their URL. */
const downloaded = (program: string, rest: Words): readonly PathUse[] => {
  const named = program === "wget" || rest.some(({ text }) => /^(?:-[a-zA-Z]*O|--remote-name)/.test(text));
  const folder = rest.findIndex(({ text }) => /^(?:-P|--directory-prefix|--output-dir)$/.test(text));
  const names = named ? rest.flatMap(({ text }) => /:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)(?:[?#].*)?$/.exec(text)?.[1] ?? []) : [];
  return names.map((name) => ({ path: folder === -1 ? name : `${rest[folder + 1]?.text ?? "."}/${name}`, use: "write" }));
};

/** Limit of files per patch. */
const MAX_PATCHED_FILES = 50;

/** Files changed by a patch that is part of the line, with and without the first folder, which `-p1` removes. */
export const patchedFiles = (program: string, rest: readonly CommandWord[], stdin: readonly string[]): readonly PathUse[] => {
  const applies = program === "patch" || (program === "git" && rest.some(({ text }) => text === "apply" || text === "am"));
  if (!applies) return [];
  const named = stdin.flatMap((text) => [...text.matchAll(NAMED)].slice(0, MAX_PATCHED_FILES).map(([, path = ""]) => path));
  return named
    .flatMap((path) => (path === "/dev/null" ? [] : [path, path.replace(/^[^/]*\//, "")]))
    .map((path) => ({ path, use: "write" }));
};

const NAMED = /^(?:\+\+\+|---|\*\*\*|rename to|copy to) ([^\t\n]+)/gm;
