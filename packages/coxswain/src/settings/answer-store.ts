import type { SavedAnswers, AnswerScope } from "../policy/index.ts";
import { parseRule } from "../policy/index.ts";
import { SettingsError } from "./errors.ts";
import { appendPrivateLine, readPrivateText } from "./private-json.ts";

/** A project as answers are kept for it. */
export interface AnswerPlace {
  /** Its folder by its real path: a copy of it elsewhere is another one. */
  readonly folder: string;
  /** What its repository says of itself, as `projectIdentity` tells: another one in the same place is another one, too. */
  readonly project?: string | undefined;
}

/** A rule that an answer kept. */
export interface SavedAnswer extends Partial<AnswerPlace> {
  readonly scope: AnswerScope;
  readonly rule: string;
}

/** What people answered for longer than a session, in a file that only its owner reads and writes. It is never replaced when it cannot be read. */
export interface AnswerStore {
  /** All that holds somewhere, in the order in which it was kept. @throws {SettingsError} */
  all(): readonly SavedAnswer[];
  /**
   * What holds in a project. Of a file that cannot be read `warn` is told, once, and nothing is allowed by it.
   * @param place asked for only once it is needed.
   */
  of(place: () => AnswerPlace, warn: (line: string) => void): SavedAnswers;
  /** Lets answers hold no longer, and gives them. @throws {SettingsError} */
  forget(matching: (answer: SavedAnswer) => boolean): readonly SavedAnswer[];
}

/** @param path the file, as `answers.jsonl` in the data folder; it is made with the first answer that is kept. */
export const answerStore = (path: string): AnswerStore => {
  const all = (): readonly SavedAnswer[] => {
    const held = new Map<string, SavedAnswer>();
    for (const [at, line] of (readPrivateText(path) ?? "").split("\n").entries()) {
      if (line.trim() === "") continue;
      const { forget, ...answer } = readLine(line) ?? unreadable(path, at + 1);
      // What is kept again after it was forgotten comes last.
      held.delete(keyOf(answer));
      if (forget !== true) held.set(keyOf(answer), answer);
    }
    return [...held.values()];
  };

  return {
    all,
    of(place, warn) {
      let known: AnswerPlace | undefined;
      let warned: string | undefined;
      const here = (): AnswerPlace => (known ??= place());
      return {
        rules() {
          try {
            return all().flatMap((answer) => (answer.scope === "always" || isOf(answer, here()) ? [answer.rule] : []));
          } catch (error) {
            const line = error instanceof Error ? error.message : String(error);
            if (line !== warned) warn((warned = line));
            return [];
          }
        },
        async keep(scope, rules) {
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
      const forgotten = all().filter(matching);
      for (const answer of forgotten) appendPrivateLine(path, JSON.stringify({ ...answer, forget: true }));
      return forgotten;
    },
  };
};

const isOf = (answer: Partial<AnswerPlace>, place: AnswerPlace): boolean =>
  answer.folder === place.folder && answer.project === place.project;

const keyOf = ({ scope, rule, folder = "", project = "" }: SavedAnswer): string => JSON.stringify([scope, rule, folder, project]);

const unreadable = (path: string, line: number): never => {
  // A line that says what is forgotten may be the one that is damaged, so the others count for nothing.
  throw new SettingsError(`${path} cannot be read at line ${line}: mend that line, or remove the file and answer anew.`);
};

const readLine = (line: string): (SavedAnswer & { readonly forget?: boolean }) | undefined => {
  const fields = parsed(line);
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

const parsed = (line: string): ReadonlyMap<string, unknown> => {
  try {
    const value: unknown = JSON.parse(line);
    return new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
};
