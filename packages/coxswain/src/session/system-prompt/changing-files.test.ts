import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isReset, isSystemPrompt } from "../../context/index.ts";
import { memoryStore } from "../../log/index.ts";
import { fixedModels, type ModelRequest, scriptedModel, textOf } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { clear } from "../operations.ts";

type Act =
  | { readonly kind: "prompt" | "clear" | "reopen" | "fork" }
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "back"; readonly to: number };

const acts: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.constant({ kind: "prompt" } as const), weight: 4 },
  { arbitrary: fc.constantFrom("one", "two", "three", "").map((text) => ({ kind: "edit", text }) as const), weight: 3 },
  { arbitrary: fc.constantFrom("clear", "reopen", "fork").map((kind) => ({ kind }) as const), weight: 2 },
  { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((to) => ({ kind: "back", to }) as const), weight: 1 },
);

/** Returns the file's content as of the last message of a request: from its prompt, or a later change. */
const fileContentIn = ({ system, messages }: ModelRequest): string => {
  let content = system.find((section) => section.startsWith("# Project instructions")) ?? "";
  for (const message of messages) {
    const text = message.role === "user" && message.source === "system" ? textOf(message) : "";
    if (text.includes('The section "project" no longer applies.')) content = "";
    else if (text.includes('The section "project" is now:')) content = text;
  }
  return /<instructions [^>]*>\n([^]*?)\n<\/instructions>/.exec(content)?.[1] ?? "";
};

test("the model receives the current instructions after any change, and the prompt's bytes stay the same until a reset", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 25 }), async (life) => {
      const cwd = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-changing-")));
      const model = scriptedModel(() => "ok");
      const options = { store: memoryStore(), models: fixedModels(model), policy: allowAll(), instructionFiles: {} };
      let runtime = createRuntime(options);
      let session = await runtime.create({ cwd, model: model.info.reference });
      let text = "";
      try {
        for (const act of life) {
          const before = session.entries.findLast((entry) => isSystemPrompt(entry) || isReset(entry));
          if (act.kind === "edit") writeFileSync(join(cwd, "AGENTS.md"), (text = act.text));
          if (act.kind === "clear") await clear(session);
          if (act.kind === "back")
            await session.fork(session.entries[Math.floor(act.to * (session.entries.length - 1))]?.id ?? null, { into: "here" });
          if (act.kind === "fork") session = await session.fork();
          if (act.kind === "reopen") {
            const stored = session.entries.some(({ type }) => type === "run_start");
            await runtime.close();
            runtime = createRuntime(options);
            session = stored ? await runtime.open(session.id) : await runtime.create({ cwd, model: model.info.reference });
          }
          if (act.kind !== "prompt") continue;
          await session.prompt("go").outcome;
          const request = model.requests.at(-1) ?? assert.fail();
          assert.equal(fileContentIn(request), text);
          const after = session.entries.findLast(isSystemPrompt) ?? assert.fail();
          const expected = after.sections.map((section) => section.text);
          assert.deepEqual(request.system, expected);
          if (before !== undefined && isSystemPrompt(before)) assert.equal(after.id, before.id);
        }
      } finally {
        await runtime.close();
        rmSync(cwd, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
});
