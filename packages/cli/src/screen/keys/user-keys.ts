import { nearestName } from "coxswain/settings";
import { EDITOR_KEYS } from "./editor-keys.ts";
import { type KeyName, parseKeyName } from "./key-names.ts";
import { FULL_ACTIONS, fullName } from "./full-key-table.ts";
import { KEY_TABLE } from "./key-table.ts";
import { isReviewName, REVIEW_ACTIONS, reviewName } from "./review-key-table.ts";
import { sentence } from "./sentence.ts";

/** The user's keys, in the order of the file. */
export interface UserKeys {
  /** An action without keys has none. */
  readonly bindings: readonly { readonly action: string; readonly keys: readonly KeyName[] }[];
  /** Parts of the file that are ignored, one sentence each. */
  readonly problems: readonly string[];
}

/** A slash command with its words. */
const COMMAND = /^\/[a-z][a-z0-9:_.-]*(?: .*)?$/i;

/** Reads a keys file: an object of actions or slash commands, each with a key or a list of keys. */
export const parseUserKeys = (text: string): UserKeys => {
  const problems: string[] = [];
  const bindings: { readonly action: string; readonly keys: readonly KeyName[] }[] = [];
  const owners = { review: new Map<string, string>(), session: new Map<string, string>() };

  const keysOf = (action: string, value: unknown): readonly KeyName[] => {
    const keys: KeyName[] = [];
    const taken = isReviewName(action) ? owners.review : owners.session;
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const parsed = typeof one === "string" ? parseKeyName(one) : { fault: "a key is a string, such as ctrl+o" };
      const shown = typeof one === "string" ? one : JSON.stringify(one);
      if ("fault" in parsed) problems.push(sentence(`${action}: ${shown}: ${parsed.fault}`));
      else if (taken.has(parsed.key)) problems.push(`${action}: ${shown} is already the key of ${taken.get(parsed.key)}.`);
      else {
        taken.set(parsed.key, action);
        keys.push(parsed.key);
      }
    }
    return keys;
  };

  const names = [
    ...Object.keys(KEY_TABLE),
    ...FULL_ACTIONS.map(fullName),
    ...REVIEW_ACTIONS.map(reviewName),
    ...EDITOR_KEYS.map(({ action }) => action),
  ];
  for (const [action, value] of Object.entries(readObject(text, problems))) {
    if (!names.includes(action) && !COMMAND.test(action)) {
      const near = nearestName(action, names);
      problems.push(sentence(`no action ${JSON.stringify(action)}; ${near === undefined ? "/keys lists them" : `did you mean ${near}?`}`));
    } else {
      const keys = keysOf(action, value);
      // If none of the wanted keys can be bound, the usual ones remain.
      if (keys.length > 0 || (Array.isArray(value) && value.length === 0)) bindings.push({ action, keys });
    }
  }
  return { bindings, problems };
};

const readObject = (text: string, problems: string[]): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
    problems.push('the file must be an object, such as { "queue": "alt+enter" }.');
  } catch (error) {
    problems.push(sentence(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`));
  }
  return {};
};
