import type { CommandDeclaration } from "./declaration.ts";

const SORTS = ["updated", "created", "cost", "messages"] as const;

const FORMATS = ["md", "html", "jsonl"] as const;

export const SESSIONS = {
  summary: "List, show, rename, export and delete sessions.",
  usage: [
    "cox sessions [list] [--all] [--project NAME|PATH] [--since DATE]",
    "cox sessions show|path|delete ID",
    "cox sessions files [ID] [PATH]",
    "cox sessions rename ID TITLE",
    "cox sessions relocate ID [--to DIR]",
    "cox sessions relocate --from DIR [--to DIR]",
    "cox sessions export ID [--format md|html|jsonl] [--output FILE]",
    "cox sessions import FILE ... [--from pi|claude|codex|coxswain]",
    "cox sessions check [ID|FILE ...] [--repair]",
    "cox sessions prune --older-than AGE [--dry-run]",
    "cox sessions trash [list|empty]",
    "cox sessions trash restore ID",
    "cox sessions gc",
  ],
  about:
    "Each conversation is an append-only session file. ID is an id, its beginning or its end, as the list shows it, the id that an imported session has in its own program, or a title.",
  lists: {
    Actions: {
      list: "List the sessions of this folder, latest first.",
      show: "Show the conversation of a session.",
      files:
        "Show the files that a session changed, by which calls, and whether they were changed since; with PATH, the diffs of one. Default: the latest session of this folder.",
      path: "Print the path of a session's file.",
      rename: "Set the title of a session.",
      delete: "Move a session to the trash.",
      prune: "Move old sessions of every folder to the trash, except those in use.",
      trash: "List the trash, restore a session, or empty it permanently.",
      gc: "Delete stored text and images that no session uses, not even one in the trash.",
      relocate: "Assign a session, or all sessions of a moved folder, to another folder.",
      export: "Export a session as Markdown, as one HTML page, or for import elsewhere.",
      import: "Import sessions of pi, Claude Code, Codex or another machine. Importing a file again adds no second session.",
      check: "Check sessions for damage; all, if none is named. Exit code 1 if one is damaged.",
    },
  },
  options: {
    all: { short: "a", help: "With list: include every folder." },
    agents: { help: "With list: also show the sessions of agents, below the session that spawned them." },
    cwd: { value: "DIR", help: "With list: the sessions of this folder. Default: the current one." },
    project: { value: "NAME|PATH", help: "With list: the project with this name, or this folder and below." },
    model: { value: "NAME", help: "With list: sessions that used a model with NAME in its reference." },
    since: { value: "DATE", help: "With list: last used on this day or later, as 2026-11-21, or within an age, as 7d or 24h." },
    until: { value: "DATE", help: "With list: last used on this day or before." },
    "min-cost": { value: "USD", help: "With list: sessions that cost at least this much." },
    sort: { value: "BY", choices: SORTS, help: `With list: sort by ${SORTS.join(", ")}. Default: updated.` },
    limit: { value: "N", count: true, help: "With list: show at most N; 0 for all. Default: 20." },
    json: { help: "With list, show, files, check, gc, import and trash list: print one JSON object per line." },
    repair: { help: "With check: replace a damaged file by a repaired one, and preserve the original next to it." },
    from: { value: "DIR|NAME", help: "With relocate: the folder that was moved. With import: pi, claude, codex or coxswain." },
    to: { value: "DIR", help: "With relocate: the new folder. Default: the current one." },
    format: { value: "FORMAT", choices: FORMATS, help: "With export: md to read, html for one page, jsonl for import. Default: md." },
    output: { short: "o", value: "FILE", help: "With export: write to FILE. Default: stdout." },
    "older-than": { value: "AGE", help: "With prune: last used before this age or date, as 90d. With trash empty: removed before it." },
    "dry-run": { help: "With prune: only show which sessions would be moved." },
    yes: { help: "With trash empty: confirm the permanent deletion." },
  },
} as const satisfies CommandDeclaration;
