import { matchesKey } from "@earendil-works/pi-tui";
import { nearestName } from "coxswain/settings";
import { EDITOR_KEYS, type EditorKeyRow } from "./editor-keys.ts";
import { type KeyName, parseKeyName } from "./key-names.ts";
import { FULL_ACTIONS, FULL_KEY_TABLE, type FullKeyAction, fullName } from "./full-key-table.ts";
import { KEY_TABLE, type KeyAction } from "./key-table.ts";
import { isReviewName, REVIEW_ACTIONS, REVIEW_KEY_TABLE, type ReviewKeyAction, reviewName } from "./review-key-table.ts";
import { sentence } from "./sentence.ts";
import type { UserKeys } from "./user-keys.ts";

/** A key of an extension. */
export interface ExtensionKey {
  readonly extension: string;
  readonly key: string;
  /** A slash command with its words, or the name of an action. */
  readonly action: string;
  readonly description?: string;
}

/** The effect of a key: an action of the screen, or a slash command. */
export type KeyTarget = { readonly kind: "action"; readonly action: KeyAction } | { readonly kind: "command"; readonly text: string };

/** A row of `/keys`. */
export interface KeymapRow {
  readonly group: "Session" | "Commands" | "Full screen" | "Review" | "Editor";
  /** As in the keys file: `queue`, `full.search`, `review.comment`, `editor.undo` or `/deploy staging`. */
  readonly action: string;
  readonly keys: readonly KeyName[];
  readonly description: string;
}

/** The keys in effect. */
export interface Keymap {
  /** In the order of the help. */
  readonly rows: readonly KeymapRow[];
  /** The part of them that the editor handles. */
  readonly editor: readonly EditorKeyRow[];
  /** Returns the target of a key; undefined for a key that the editor gets. */
  find(input: string): KeyTarget | undefined;
  /** Returns the effect of a key on the transcript of the full screen. */
  findInFull(input: string): FullKeyAction | undefined;
  /** Returns the effect of a key in a review of changes. */
  findInReview(input: string): ReviewKeyAction | undefined;
}

/** Conflicts, one sentence each. */
export interface KeymapResult {
  readonly keymap: Keymap;
  readonly problems: readonly string[];
}

const NONE: UserKeys = { bindings: [], problems: [] };

/**
 * Joins the usual keys with those of extensions and of the user. The user's keys win: other actions lose them. An extension
 * gets only keys that are free.
 */
export const keymapOf = (user: UserKeys = NONE, extensions: readonly ExtensionKey[] = []): KeymapResult => {
  // A review covers the screen: its keys and the others do not take each other away.
  const takenBy = (isTaken: (action: string) => boolean): ReadonlyMap<KeyName, string> =>
    new Map(user.bindings.flatMap(({ action, keys }) => (isTaken(action) ? keys.map((key) => [key, action] as const) : [])));
  const takenInReview = takenBy(isReviewName);
  const takenOutside = takenBy((action) => !isReviewName(action));
  const problems: string[] = [];
  const own = ({ action, keys }: { readonly action: string; readonly keys: readonly KeyName[] }): readonly KeyName[] => {
    const chosen = user.bindings.find((one) => one.action === action);
    if (chosen !== undefined) return chosen.keys;
    const taken = isReviewName(action) ? takenInReview : takenOutside;
    const left = keys.filter((key) => !taken.has(key));
    const [lost] = keys;
    if (left.length === 0 && lost !== undefined) problems.push(`${action} has no key: ${lost} is the key of ${taken.get(lost)}.`);
    return left;
  };
  const session = Object.entries(KEY_TABLE).map(([action, { keys, description }]): KeymapRow => {
    return { group: "Session", action, keys: own({ action, keys: keys.map(normalized) }), description };
  });
  const full = FULL_ACTIONS.map((name) => {
    const { keys, description } = FULL_KEY_TABLE[name];
    const action = fullName(name);
    return { group: "Full screen" as const, name, action, keys: own({ action, keys: keys.map(normalized) }), description };
  });
  const review = REVIEW_ACTIONS.map((name) => {
    const { keys, description } = REVIEW_KEY_TABLE[name];
    const action = reviewName(name);
    return { group: "Review" as const, name, action, keys: own({ action, keys: keys.map(normalized) }), description };
  });
  const editor = EDITOR_KEYS.map((row) => ({ ...row, keys: own({ ...row, keys: row.keys.map(normalized) }) }));
  const commands = user.bindings.flatMap(({ action, keys }): readonly KeymapRow[] =>
    action.startsWith("/") ? [{ group: "Commands", action, keys, description: "From your keys file" }] : [],
  );
  const rows: KeymapRow[] = [...session, ...commands];
  for (const { extension, key, action, description = `Of the extension ${extension}` } of extensions) {
    const parsed = parseKeyName(key);
    const fault = "fault" in parsed ? parsed.fault : (actionFault(action) ?? holderOf(parsed.key, [...rows, ...full, ...editor]));
    if ("key" in parsed && fault === undefined) addKey(rows, action, parsed.key, description);
    else problems.push(sentence(`The extension ${extension} does not get the key ${key}: ${fault}`));
  }
  const bound = rows.filter(({ keys }) => keys.length > 0);
  return {
    keymap: {
      rows: [...rows, ...full, ...review, ...editor.map((row) => ({ group: "Editor" as const, ...row }))].filter(
        ({ keys }) => keys.length > 0,
      ),
      editor,
      find: (input) => {
        const row = bound.find(({ keys }) => keys.some((key) => matchesKey(input, key)));
        if (row === undefined) return undefined;
        return isAction(row.action) ? { kind: "action", action: row.action } : { kind: "command", text: row.action };
      },
      findInReview: (input) => review.find(({ keys }) => keys.some((key) => matchesKey(input, key)))?.name,
      findInFull: (input) => full.find(({ keys }) => keys.some((key) => matchesKey(input, key)))?.name,
    },
    problems,
  };
};

const normalized = (key: string): KeyName => {
  const parsed = parseKeyName(key);
  // Some usual keys of the editor exist only in some terminals.
  return "key" in parsed ? parsed.key : (key as KeyName);
};

/** Extensions change no key of the editor. */
const actionFault = (action: string): string | undefined => {
  if (isAction(action) || action.startsWith("/")) return undefined;
  const near = nearestName(action, Object.keys(KEY_TABLE));
  return `no action ${JSON.stringify(action)}${near === undefined ? "" : `; did you mean ${near}?`}`;
};

const holderOf = (key: KeyName, rows: readonly Pick<KeymapRow, "action" | "keys">[]): string | undefined => {
  const holder = rows.find(({ keys }) => keys.includes(key));
  return holder === undefined ? undefined : `it is the key of ${holder.action}`;
};

/** Adds a key to an action, or a command with it. */
const addKey = (rows: KeymapRow[], action: string, key: KeyName, description: string): void => {
  const at = rows.findIndex((row) => row.action === action);
  const row = rows[at] ?? { group: "Commands" as const, action, keys: [], description };
  rows.splice(at < 0 ? rows.length : at, at < 0 ? 0 : 1, { ...row, keys: [...row.keys, key] });
};

const isAction = (name: string): name is KeyAction => Object.hasOwn(KEY_TABLE, name);
