import { type SavedAnswers, type AnswerScope, parseRule } from "../policy/index.ts";
import { SettingsError } from "./errors.ts";
import { appendPrivateLine, readPrivateText } from "./private-json.ts";

/** A project in the answer store. */
export interface AnswerLocation {
  /** Real path of its folder; a copy elsewhere is a different project. */
  readonly folder: string;
  /** Repository identity from `projectIdentity`; a different repository in the same folder is a different project. */
  readonly project?: string | undefined;
}

/** A rule saved with an answer. */
export interface SavedAnswer extends Partial<AnswerLocation> {
  readonly scope: AnswerScope;
  readonly rule: string;
}

/**
 * Answers that outlive a session, in a file that only its owner can read and write. An unreadable file is never
 * replaced.
 */
export interface AnswerStore {
  /** Returns the active answers of all projects, in the order in which they were saved. @throws {SettingsError} */
  all(): readonly SavedAnswer[];
  /**
   * Returns the active answers of a project. If the file is unreadable, calls `warn` once and allows none of them.
   * @param place called only when needed
   */
  of(place: () => AnswerLocation, warn: (line: string) => void): SavedAnswers;
  /** Revokes the matching answers and returns them. @throws {SettingsError} */
  forget(matching: (answer: SavedAnswer) => boolean): readonly SavedAnswer[];
}

/** @param path the file, for example `answers.jsonl` in the data folder; the first saved answer creates it */
export const answerStore = (path: string): AnswerStore => {
  const all = (): readonly SavedAnswer[] => {
    const saved = new Map<string, SavedAnswer>();
    for (const [at, line] of (readPrivateText(path) ?? "").split("\n").entries()) {
      if (line.trim() === "") continue;
      const { forget, ...answer } = readLine(line) ?? unreadable(path, at + 1);
      // An answer that is saved again after it was revoked comes last.
      saved.delete(keyOf(answer));
      if (forget !== true) saved.set(keyOf(answer), answer);
    }
    return [...saved.values()];
  };

  return {
    all,
    of(place, warn) {
      let location: AnswerLocation | undefined;
      let warned: string | undefined;
      const here = (): AnswerLocation => (location ??= place());
      return {
        rules() {
          try {
            return all().flatMap((answer) => (answer.scope === "always" || isFrom(answer, here()) ? [answer.rule] : []));
          } catch (error) {
            const line = error instanceof Error ? error.message : String(error);
            if (line !== warned) warn((warned = line));
            return [];
          }
        },
        async save(scope, rules) {
          const { folder, project } = here();
          const where = scope === "always" ? {} : { folder, ...(project === undefined ? {} : { project }) };
          const held = new Set(all().map(keyOf));
          for (const rule of rules) {
            const answer = { scope, rule, ...where };
            if (!held.has(keyOf(answer))) appendPrivateLine(path, JSON.stringify(answer));
          }
        },
      };
    },
    forget(matching) {
      const revoked = all().filter(matching);
      for (const answer of revoked) appendPrivateLine(path, JSON.stringify({ ...answer, forget: true }));
      return revoked;
    },
  };
};

const isFrom = (answer: Partial<AnswerLocation>, place: AnswerLocation): boolean =>
  answer.folder === place.folder && answer.project === place.project;

const keyOf = ({ scope, rule, folder = "", project = "" }: SavedAnswer): string => JSON.stringify([scope, rule, folder, project]);

const unreadable = (path: string, line: number): never => {
  // The damaged line may revoke an answer, so the other lines are not trustworthy.
  throw new SettingsError(`${path} is invalid at line ${line}. Fix that line, or delete the file and answer the questions again.`);
};

const readLine = (line: string): (SavedAnswer & { readonly forget?: boolean }) | undefined => {
  const fields = parseFields(line);
  const rule = fields.get("rule");
  const scope = fields.get("scope");
  const folder = fields.get("folder");
  const project = fields.get("project");
  if (typeof rule !== "string" || "fault" in parseRule(rule)) return undefined;
  if (project !== undefined && typeof project !== "string") return undefined;
  const forget = fields.get("forget") === true ? { forget: true } : {};
  if (scope === "always") return { scope, rule, ...forget };
  if (scope !== "project" || typeof folder !== "string") return undefined;
  return { scope, rule, folder, ...(project === undefined ? {} : { project }), ...forget };
};

const parseFields = (line: string): ReadonlyMap<string, unknown> => {
  try {
    const value: unknown = JSON.parse(line);
    return new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
};
