import type { Question } from "coxswain";
import { createTwoFilesPatch } from "diff";
import { editsIn, type GivenEdit, previewOf, readText } from "../terminal/index.ts";
import type { QuestionPreview } from "./panels/index.ts";

/** Lines of context around a change, and milliseconds that the comparison may take. */
const COMPARISON = { context: 3, timeout: 500 };

/** Returns the effect of a call that is asked about: the change of a file as a diff with line numbers, if it can be known. */
export const questionPreview = async (question: Question): Promise<QuestionPreview> => {
  const preview = await previewOf(question);
  const diff = preview.parts.length === 0 ? undefined : await changeOf(question);
  return diff === undefined ? preview : { ...preview, diff };
};

const changeOf = async ({ tool, input, requests }: Question): Promise<string | undefined> => {
  const previews = requests.flatMap(({ preview }) => preview ?? []);
  if (previews.length > 0) return previews.join("");
  const path = requests[0]?.subject;
  if (path === undefined || typeof input !== "object" || input === null) return undefined;
  const fields = input as Readonly<Record<string, unknown>>;
  const found = await readText(path);
  if (found === undefined) return undefined;
  const before = found === "none" ? "" : found.text;
  const after = tool === "edit" ? edited(before, editsIn(fields)) : tool === "write" ? fields["content"] : undefined;
  if (typeof after !== "string" || after === before) return undefined;
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, COMPARISON);
};

/** Replaces strings as the tool does. Undefined for edits that it finds by similarity, or not at all. */
const edited = (text: string, edits: readonly GivenEdit[]): string | undefined =>
  edits.reduce<string | undefined>((before, { oldText, newText, replaceAll }) => {
    const count = before === undefined || oldText === "" ? 0 : before.split(oldText).length - 1;
    if (before === undefined || count === 0 || (count > 1 && replaceAll !== true)) return undefined;
    return before.replaceAll(oldText, () => newText);
  }, text);
