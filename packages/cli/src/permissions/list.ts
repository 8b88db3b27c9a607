import type { AnswerLocation, SavedAnswer, LoadedSettings } from "coxswain/settings";
import { modeOf, permissionRules } from "../configuration/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** Effective permissions: the settings' layers and the saved answers. */
export interface EffectivePermissions {
  readonly settings: LoadedSettings["settings"];
  readonly layers: LoadedSettings["layers"];
  readonly answers: readonly SavedAnswer[];
  /** The project of the requested folder. */
  readonly place: AnswerLocation;
}

const VERDICTS = ["deny", "ask", "allow"] as const;

/** Lists the mode, all rules with the strictest first, and saved answers of all projects, with their sources. */
export const list = (
  { settings, layers, answers, place }: EffectivePermissions,
  json: boolean,
  { stdout, stderr }: ProcessContext,
): ExitCode => {
  const modeLayer = layers.findLast((layer) => layer.settings.permissions?.mode !== undefined);
  const mode = { mode: modeOf(settings), source: modeLayer === undefined ? "default" : sourceOf(modeLayer.source) };
  const rules = VERDICTS.flatMap((verdict) =>
    layers.flatMap((layer) =>
      (permissionRules(layer.settings)[verdict] ?? []).map((rule) => ({ verdict, rule, source: sourceOf(layer.source) })),
    ),
  );
  if (json) {
    for (const line of [mode, ...rules]) stdout.write(jsonLine(line));
    for (const answer of answers)
      stdout.write(jsonLine({ verdict: "allow", rule: answer.rule, source: "answer", ...scopeFields(answer, place) }));
    return EXIT.done;
  }
  // Complete lines, not truncated: the user must see every allowed rule in full.
  stdout.write(
    columns(
      [
        ["mode", mode.mode, mode.source],
        ...rules.map(({ verdict, rule, source }) => [verdict, rule, source]),
        ...answers.map((answer) => ["allow", answer.rule, answerText(answer, place)]),
      ].map((row) => row.map(escapeLine)),
    ),
  );
  if (rules.length + answers.length === 0)
    stderr.write("No rules and no saved answers here. Rules are settings: cox config set permissions.allow '[\"bash(npm test)\"]'\n");
  return EXIT.done;
};

const sourceOf = (source: string): string => (source === "flags" ? "command line" : source);

const isHere = ({ folder, project }: SavedAnswer, place: AnswerLocation): boolean => folder === place.folder && project === place.project;

const scopeFields = (answer: SavedAnswer, place: AnswerLocation): object =>
  answer.scope === "always" ? { scope: "always", holds: true } : { scope: "project", folder: answer.folder, holds: isHere(answer, place) };

/** Describes the scope of an answer. */
export const answerText = (answer: SavedAnswer, place: AnswerLocation): string => {
  if (answer.scope === "always") return "answer: always";
  if (isHere(answer, place)) return "answer: this project";
  if (answer.folder === place.folder) return "answer: a former project in this folder, not in effect";
  return `answer: ${answer.folder ?? ""}`;
};
