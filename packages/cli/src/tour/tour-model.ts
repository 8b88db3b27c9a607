import { type Reply, scriptedModel, textOf, type ToolMessage } from "coxswain";
import { type ScriptedModel } from "coxswain/providers";

/** The command that runs the sample project's tests. */
export const TEST_COMMAND = "node --test";

/** A scripted model: each answer follows from the previous tool result. */
export const tourModel = (): ScriptedModel =>
  scriptedModel(({ messages }) => answerTo(messages.filter((message) => message.role === "tool")), {
    info: { reference: "tour/scripted", provider: "tour", id: "scripted", name: "The tour's script" },
    chunk: 4,
  });

const answerTo = (results: readonly ToolMessage[]): Reply => {
  const last = results.at(-1);
  const output = last === undefined ? "" : textOf(last);
  switch (results.length) {
    case 0:
      return { text: "I'll run the tests to see what fails.", calls: [{ name: "bash", input: { command: TEST_COMMAND } }] };
    case 1: {
      const tested = /(\S*src\/[\w-]+)\.test\.js/.exec(output)?.[1];
      if (last?.isError !== true || tested === undefined) return "The tests do not fail as this script expects, so I stop here.";
      const path = `${tested.replace(/^.*(?=src\/)/, "")}.js`;
      return { text: `A test of ${path} fails. I'll read the file.`, calls: [{ name: "read", input: { path } }] };
    }
    case 2: {
      const line = output
        .split("\n")
        .find((one) => one.includes("Math.floor"))
        ?.split("\t")[1];
      if (line === undefined) return "The error is not where this script expects it, so I stop here.";
      const input = { path: "src/page-count.js", oldText: line, newText: line.replace("floor", "ceil") };
      return { text: "It rounds down, so a partial page is lost. It must round up.", calls: [{ name: "edit", input }] };
    }
    case 3:
      return { text: "Now I'll run the tests again.", calls: [{ name: "bash", input: { command: TEST_COMMAND } }] };
    default:
      return last?.isError === true
        ? "The tests still fail, and the script has no further steps."
        : "Done. `pageCount` rounded down and lost a partial last page. It now rounds up, and all tests pass.";
  }
};
