import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const HERE = import.meta.dirname;
const TABLE = join(HERE, "corpus", "programs.txt");

/** The reason why no row can run here, or undefined. */
export const noBubblewrap = (): string | undefined =>
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0 ? undefined : "bubblewrap does not run here";

/**
 * The content of the folder: nothing, files or folders with the names in the corpus, an archive, a repository with or
 * without changes and the real git. In `bound`, /bin/rm is a recorder too; `typed` is a shell at a prompt, where each row is
 * typed twice.
 */
const WORLDS: readonly { readonly name: string; readonly of: RegExp }[] = [
  {
    name: "changed",
    of: /\bgit\b.*(?:alias|commit|-c |config|fetch|--exec|-x|foreach|bisect|extcmd|apply|remote-ext|filter)|GIT|PAGER.*git|git-core/,
  },
  { name: "committed", of: /\bgit\b.*(?:alias|rebase|filter|foreach|ssh|grep|-x|--exec)|GIT/ },
  { name: "empty", of: /./ },
  { name: "files", of: /./ },
  { name: "folders", of: /./ },
  { name: "archive", of: /^tar/ },
  { name: "bound", of: /bin|rm/ },
  { name: "typed", of: /trap|alias|PROMPT|PS1/ },
];

const RECORD = `#!/bin/bash
name=$(readlink -f "$0")
for word in "\${name##*/}" "$@"; do line+="\${word//$'\\n'/ }"$'\\t'; done
printf '%s\\n' "$line" >> /tmp/calls
`;

/** Creates a temporary folder with the programs of the table and the scripts that run them and the rows. */
export const stage = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "cox-stage-"));
  for (const name of ["recorders", "programs"]) mkdirSync(join(folder, name));
  const put = (name: string, content: string): void => {
    writeFileSync(join(folder, name), content);
    chmodSync(join(folder, name), 0o755);
  };
  put("recorders/rm", RECORD);
  put("run", readFileSync(join(HERE, "denied-commands-program.sh"), "utf8"));
  put("world", readFileSync(join(HERE, "denied-commands-world.sh"), "utf8"));
  const table = readFileSync(TABLE, "utf8");
  writeFileSync(join(folder, "table"), table);
  // An unreachable address: a program that reports it must have asked for the host.
  writeFileSync(join(folder, "hosts"), "192.0.2.66 evil.org\n");
  writeFileSync(join(folder, "passwd"), "root:x:0:0::/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/bash\n");
  spawnSync("bash", [join(HERE, "denied-commands-repository.sh"), join(folder, "repository")], { stdio: "ignore" });
  const names = table
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => (line.split(" : ")[0] ?? "").split(",").map((name) => name.split(" ")[0] ?? ""));
  for (const name of new Set(names)) symlinkSync("/tmp/stage/run", join(folder, "programs", name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const confined = async (command: string, world: string, folder: string): Promise<readonly string[]> => {
  const words =
    "--unshare-all --die-with-parent --cap-drop ALL --ro-bind / / --tmpfs /home --tmpfs /root --tmpfs /work --tmpfs /tmp --proc /proc --dev /dev";
  const bound = world === "bound" ? ["--ro-bind", join(folder, "recorders", "rm"), "/usr/bin/rm"] : [];
  const child = spawn(
    "bwrap",
    [
      ...words.split(" "),
      "--ro-bind",
      folder,
      "/tmp/stage",
      ...bound,
      "--ro-bind",
      join(folder, "passwd"),
      "/etc/passwd",
      "--ro-bind",
      join(folder, "hosts"),
      "/etc/hosts",
      "--clearenv",
      "bash",
      "/tmp/stage/world",
      world,
      command,
    ],
    { stdio: ["ignore", "pipe", "ignore"], timeout: 20_000, killSignal: "SIGKILL" },
  );
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return output.split("\n");
};

const has = (words: readonly string[], pattern: RegExp): boolean => words.some((word) => pattern.test(word));

const REACHES = /^(?:clone|fetch|pull|push|remote|ls-remote|submodule|archive)$/;

/** True if a program was called as the rules of the corpus deny it, or reached a file or a host that they deny. */
const harms = (line: string): boolean => {
  if (/^!(?:removed|secret|dialled)/.test(line)) return true;
  const [program = "", ...words] = line.split("\t");
  const options = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  if (program === "rm") return has(options, /^(?:-[a-zA-Z]*[rR]|--r)/) && has(options, /^(?:-[a-zA-Z]*f|--f)/);
  if (/^(?:git|hub|git-push)$/.test(program) && (has(words, /^push$/) || program === "git-push"))
    if (has(options, /^(?:-[a-z]*f|--forc|--mirror)/) || has(words, /^\+/)) return true;
  if (has(words, /(?:\/home\/ada|~)\/(?:\.\/)?\.ssh\b/) || (/^(?:rg|ag)$/.test(program) && words.includes("/home/ada"))) return true;
  if (program === "git" && !has(words, REACHES) && !has(words, /^https?_proxy=/i)) return false;
  return has(words, /(?:^|[^\w.-])evil\.org\.?(?![\w.-])/i);
};

/** The world in which a real bash in bubblewrap does by a command what the rules deny; undefined when it does in none. */
export const harmedWorld = async (command: string, folder: string): Promise<string | undefined> => {
  for (const { name, of } of WORLDS) if (of.test(command) && (await confined(command, name, folder)).some(harms)) return name;
  return undefined;
};
