import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AnyEntry } from "coxswain";
import { runFacts } from "coxswain/session";
import { NO_WORK, withWork } from "./run-work.ts";

type Kind = "call" | "job" | "job end" | "agent" | "change" | "shell" | "undo" | "run" | "other";

const KINDS: readonly Kind[] = ["call", "job", "job end", "agent", "change", "shell", "undo", "run", "other"];

/** The entries of a session in which these events happened in this order. `run`: one begins, or the running one ends. */
const logOf = (kinds: readonly Kind[]): readonly AnyEntry[] => {
  const entries: AnyEntry[] = [];
  let run: string | undefined;
  let jobs = 0;
  let ended = 0;
  const add = (...drafts: readonly object[]): void => {
    for (const draft of drafts) {
      const seq = entries.length;
      entries.push({ seq, id: `e${seq}`, parent: null, at: seq, ...draft } as AnyEntry);
    }
  };
  for (const kind of kinds) {
    const id = `${entries.length}`;
    if (kind === "run") {
      add(
        run === undefined
          ? { type: "run_start", run: id, options: { checks: ["./x"] } }
          : { type: "run_end", run, outcome: { kind: "done" } },
      );
      run = run === undefined ? id : undefined;
    } else if (kind === "call" && run !== undefined) {
      const call = { type: "tool_call", id, name: "bash", input: { command: "npm test" } };
      const details = { end: { kind: "exit", code: 0 } };
      add(
        { type: "message", run, message: { role: "assistant", content: [call] } },
        { type: "tool_start", run, message: "m", call: id },
        { type: "message", run, message: { role: "tool", callId: id, name: "bash", content: [{ type: "text", text: "" }], details } },
      );
    } else if (kind === "job") add({ type: "job_start", job: `j${jobs++}`, command: "npm test", cwd: "/p" });
    else if (kind === "job end" && ended < jobs) add({ type: "job_end", job: `j${ended++}`, ending: "done", exitCode: 0, text: "" });
    else if (kind === "agent")
      add({ type: "agent_command", agent: "a", call: id, command: "npm test", cwd: "/w", startedAt: 1, exitCode: 0 });
    else if (kind === "change")
      add({ type: "file_change", run: run ?? "r", by: [], found: "written", folder: "/p", changes: [{ path: "/p/a" }] });
    else if (kind === "shell") add({ type: "shell", command: "npm test", output: "", exitCode: 0, include: false });
    else if (kind === "undo") add({ type: "restore_start", kind: "undo", runs: [], changes: [{ path: "/p/a" }], folders: [], roots: [] });
    else add({ type: "label", target: "e0", label: "x" });
  }
  return entries;
};

test("the work of each run is the same while it runs and in the log", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 30 }), (kinds) => {
      const entries = logOf(kinds);
      let work = NO_WORK;
      for (const entry of entries) {
        work = withWork(work, entry);
        if (entry.type === "run_end") assert.deepEqual(work.facts, [...runFacts(entries, entry.run)]);
      }
    }),
  );
});

test("the work of a run counts for a reader that missed its beginning", () => {
  const [, ...entries] = logOf(["run", "call", "change"]);
  assert.deepEqual(
    entries.reduce(withWork, NO_WORK).facts.map(({ kind }) => kind),
    ["began", "ran", "changed"],
  );
});

test("a background command that ended between two runs is work of the second", () => {
  const entries = logOf(["run", "job", "run", "shell", "job end", "run", "run"]);
  const { facts } = entries.reduce(withWork, NO_WORK);
  assert.deepEqual(
    facts.map((fact) => (fact.kind === "ran" ? fact.command : fact.kind)),
    ["npm test", "named"],
  );
});
