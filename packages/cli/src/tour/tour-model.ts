import { type Reply, scriptedModel, textOf, type ToolMessage } from "coxswain";
import { type ScriptedModel } from "coxswain/providers";

/** The command that runs the sample project's tests. */
export const TEST_COMMAND = "node --test";

/** A model whose answers are scripted: each follows from what the tool before it said. */
export const tourModel = (): ScriptedModel =>
  scriptedModel(({ messages }) => answerTo(messages.filter((message) => message.role === "tool")), {
    info: { reference: "tour/scripted", provider: "tour", id: "scripted", name: "The tour's script" },
    chunk: 4,
  });

const answerTo = (results: readonly ToolMessage[]): Reply => {
  const last = results.at(-1);
  const said = last === undefined ? "" : textOf(last);
  switch (results.length) {
    case 0:
      return { text: "I run the tests to see what fails.", calls: [{ name: "bash", input: { command: TEST_COMMAND } }] };
    case 1: {
      const tested = /(\S*src\/[\w-]+)\.test\.js/.exec(said)?.[1];
      if (last?.isError !== true || tested === undefined) return "The tests do not fail as this script expects, so I stop here.";
      const path = `${tested.replace(/^.*(?=src\/)/, "")}.js`;
      return { text: `A test of ${path} fails. I read it.`, calls: [{ name: "read", input: { path } }] };
    }
    case 2: {
      const line = said
        .split("\n")
        .find((one) => one.includes("Math.floor"))
        ?.split("\t")[1];
      if (line === undefined) return "The error is not where this script expects it, so I stop here.";
      const input = { path: "src/page-count.js", oldText: line, newText: line.replace("floor", "ceil") };
      return { text: "It rounds down, so a page that is not full is lost. It has to round up.", calls: [{ name: "edit", input }] };
    }
    case 3:
      return { text: "Now the tests again.", calls: [{ name: "bash", input: { command: TEST_COMMAND } }] };
    default:
      return last?.isError === true
        ? "The tests still fail; the script knows no more."
        : "Done. `pageCount` rounded down and lost the last page when it was not full; it now rounds up, and all tests pass.";
  }
};
