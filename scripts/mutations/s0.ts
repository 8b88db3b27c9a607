import type { Mutation } from "./mutation.ts";

/** Mutations of the requirements of S0. */
export const S0: readonly Mutation[] = [
  {
    line: "S0-11",
    file: "packages/coxswain/src/loop/turn.ts",
    from: "if (!called && messages.length === 0 && inbox.isEmpty) {",
    to: "if (messages.length === 0 && inbox.isEmpty) {",
  },
  {
    line: "S0-17",
    file: "packages/coxswain/src/loop/tool-batch.ts",
    from: `groups(calls, tools, scope.options.toolExecution ?? "sequential")`,
    to: `groups(calls, tools, scope.options.toolExecution ?? "parallel")`,
  },
  {
    line: "S0-33",
    file: "packages/coxswain/src/loop/run.ts",
    from: "return next.outcome;",
    to: "return new Promise(() => {});",
  },
];
