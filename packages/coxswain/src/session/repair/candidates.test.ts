import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quarantine } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import type { MessageEntry } from "../../loop/index.ts";
import { NO_USAGE } from "../../model/index.ts";
import { candidateGroups } from "./candidates.ts";

const image = { type: "image", mediaType: "image/png", data: "" } as const;
const text = { type: "text", text: "a" } as const;
const thought = { type: "reasoning", text: "hm" } as const;
const answer = (model: string, ...content: readonly (typeof thought | typeof text)[]) =>
  ({ role: "assistant", content, model, stop: "stop", usage: NO_USAGE }) as const;

const messages: readonly MessageEntry["message"][] = [
  { role: "user", content: [text, image] },
  answer("acme/large", thought, text),
  { role: "user", content: [text, image] },
  answer("other/model", text),
  { role: "user", content: [text] },
];
const path: readonly Entry[] = messages.map((message, seq) => {
  const entry: MessageEntry = { seq, id: `e${seq}`, parent: null, at: 0, type: "message", message };
  return entry;
});

const groups = (words: string, kind: "image" | "opaque" | undefined): readonly string[] =>
  candidateGroups(
    { words, kind },
    {
      path,
      model: "acme/large",
      request: { system: [], messages },
      trace: ({ message, part }): Quarantine => {
        const target = `e${messages.indexOf(message)}`;
        return part === undefined ? { target } : { target, part };
      },
    },
  ).map((group) => group.map(({ target, part }) => (part === undefined ? target : `${target}:${part}`)).join(" "));

const ALL = "e0 e0:1 e1 e1:0 e2 e2:1 e3 e4";
const SINCE = "e1 e1:0 e2 e2:1 e3 e4";

test("if the error names no kind, the messages since the model's last response come first, and then all", () => {
  assert.deepEqual(groups("Request contains an invalid argument.", undefined), [SINCE, ALL]);
});

test("the newest items of the kind that the error names come first", () => {
  assert.deepEqual(groups("Could not process image", "image"), ["e2:1", "e0:1 e2:1", SINCE, ALL]);
  assert.deepEqual(groups("Corrupted thought signature.", "opaque"), ["e1:0", SINCE, ALL]);
});

test("the location that the error names comes first, alone, and is not searched twice", () => {
  assert.deepEqual(groups("contents[0].parts[1]: Could not process image", "image"), ["e0:1", "e0", "e2:1", "e0:1 e2:1", SINCE, ALL]);
  assert.deepEqual(groups("contents[2]: Could not process image", "image"), ["e2:1", "e2", "e0:1 e2:1", SINCE, ALL]);
});

test("A14: a location with a record of an effect is in no group", () => {
  const call = { type: "tool_call", id: "call_one", name: "write", input: {} } as const;
  const acted: MessageEntry["message"] = { ...answer("acme/large"), content: [text, call] };
  const all = [...messages.slice(0, 1), acted];
  const entries = all.map((message, seq): MessageEntry => ({ seq, id: `e${seq}`, parent: null, at: 0, type: "message", message }));
  for (const words of ["contents[1]: invalid", "contents[1].parts[1]: invalid", "No tool output found for function call call_one."]) {
    const found = candidateGroups(
      { words, kind: undefined },
      {
        path: entries,
        model: "acme/large",
        request: { system: [], messages: all },
        trace: ({ message, part }) => ({ target: `e${all.indexOf(message)}`, ...(part === undefined ? {} : { part }) }),
      },
    );
    assert.deepEqual(
      found.flat().map(({ target }) => target),
      ["e0", "e0"],
    );
  }
});
