import type { Session } from "coxswain";
import { isMessage } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { plain } from "./command.ts";
import type { ScreenCommand } from "./screen-command.ts";

const lastAnswer = ({ entries }: Session): string | undefined =>
  entries.reduceRight<string | undefined>((found, entry) => {
    if (found !== undefined || !isMessage(entry) || entry.message.role !== "assistant") return found;
    const text = entry.message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return text.trim() === "" ? undefined : text;
  }, undefined);

/** A fenced code block of Markdown: the fence, and the text up to the same one. */
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;

/** Returns the content of the code blocks of an answer. */
const codeBlocksIn = (text: string): readonly string[] =>
  [...text.matchAll(FENCED)].map(([, , code = ""]) => code).filter((code) => code !== "");

const copy = plain(
  "copy",
  "Copy the last answer, or a code block of it, to the clipboard",
  async ({ session, workplace, choose, print }) => {
    const answer = lastAnswer(session);
    if (answer === undefined) throw new UsageError("no answer to copy yet");
    const blocks = codeBlocksIn(answer);
    const items = [
      { label: "The whole answer", note: linesText(answer), value: answer },
      ...blocks.map((code, at) => ({ label: `Code block ${at + 1}`, note: linesText(code), value: code })),
    ];
    const text = blocks.length === 0 ? answer : await choose({ title: "Copy", items, preview: (value) => value });
    if (text !== undefined) print(await workplace.copy(text));
  },
);

const linesText = (text: string): string => {
  const count = text.trimEnd().split("\n").length;
  return count === 1 ? "1 line" : `${count} lines`;
};

/** The prompt of `/init`. */
const INIT_PROMPT = `Write AGENTS.md in the root of this project, for coding agents that will work on it. If there is one already, improve it.

Read what you need first: the README, the manifest, the configuration of the build, the tests and CI, instruction files of other agents, and enough of the code to know how it is organized. Then write:
- the commands to install, build, lint and test, and how to run a single test
- the structure: the folders with their purpose, and the parts that work together across files
- rules that this project follows and that its code does not show at first sight

State facts that you have checked, nothing generic. Skip what a listing of the files shows. Keep it under 80 lines.`;

const init = plain("init", "Let the model write AGENTS.md for this project", (host) => host.submit(INIT_PROMPT));

export const ANSWER_COMMANDS: readonly ScreenCommand[] = [copy, init];
