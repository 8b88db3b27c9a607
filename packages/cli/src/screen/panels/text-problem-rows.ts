import { escapeLine } from "../../output/index.ts";
import { wrap } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Dialog } from "./dialog.ts";

/** Rows at most. */
const MOST = 3;

/** Renders why a dialog did not take the text that it asks for. Empty for another dialog, and before the first text. */
export const textProblemRows = (dialog: Dialog | undefined, width: number, { error }: Theme): readonly string[] =>
  dialog?.kind !== "text" || dialog.problem === undefined
    ? []
    : wrap(escapeLine(dialog.problem), width)
        .slice(0, MOST)
        .map((row) => error(row));
