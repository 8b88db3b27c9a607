import assert from "node:assert/strict";
import fc from "fast-check";
import type { PermissionRequest } from "../loop/index.ts";
import { commandReader } from "./shell/index.ts";
import { judge, type Policy } from "./policy.ts";
import { parseRule } from "./rules/index.ts";
import { readingInside } from "./grants.ts";
import { offersOf } from "./offers.ts";
import { corpus, requestOf } from "./rules/rule-corpus.fixture.ts";
import { withSavedRules } from "./saved-rules.ts";

export const PLACES = { folder: "/work" };
export const offers = (request: PermissionRequest, policy: Policy = readingInside()): readonly string[] =>
  offersOf([request], policy, PLACES);
export const file = (effect: "read" | "write", subject: string, inside: boolean): PermissionRequest => ({
  tool: "edit",
  effect,
  subject,
  inside,
});

const reader = await commandReader();
export const command = (subject: string): PermissionRequest => requestOf(subject, reader(subject));
export const saving = (rules: readonly string[]): Policy =>
  withSavedRules(
    () => undefined,
    () => rules,
    PLACES,
  );
export const allows = (rules: readonly string[], subject: string): boolean => judge([command(subject)], saving(rules)).verdict === "allow";

const WORDS = [
  "npm",
  "test",
  "rm",
  "-rf",
  "build",
  "a b",
  "it's",
  "$",
  "git",
  "status",
  "--output=x",
  "-c",
  "",
  "~",
  "*",
  "#",
  "mkdir",
  "é",
  '"',
  "&&",
] as const;
const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Saving the offered rules allows the same request, and no command with more in it. */
export const savingAllowsTheSame = (rounds: number): void => {
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
  const between = fc.constantFrom(" && ", " | ", "; ", " || ", "\n");
  const line = fc.tuple(fc.array(words, { minLength: 1, maxLength: 3 }), between).map(([all, by]) => ({
    commands: all.map((one) => one.map(quote).join(" ")),
    by,
  }));
  // After a comment or a here-document, only a new line starts another command.
  const row = fc.constantFrom(...["allowed", "asked", "denied-commands"].flatMap(corpus)).map((one) => ({ commands: [one], by: "\n" }));
  fc.assert(
    fc.property(fc.oneof(line, row), fc.constantFrom(...WORDS), ({ commands, by }, more) => {
      const subject = commands.join(by);
      const offered = offers(command(subject));
      if (offered.length === 0) return;
      for (const rule of offered) assert.ok(!("fault" in parseRule(rule)), rule);
      assert.ok(allows(offered, subject), subject);
      assert.ok(!allows(offered, `${subject}${by}unheard-of`));
      assert.ok(!allows(offered, `unheard-of${by}${subject}`));
      // The words after a shell's command line are not run.
      const last = commands.at(-1) ?? "";
      if (!last.startsWith("'")) return;
      assert.ok(!allows(offered, `${subject} $X`));
      const longer = `${last} ${quote(more)}`;
      if (!commands.includes(longer)) assert.ok(!allows(offered, [...commands.slice(0, -1), longer].join(by)), longer);
    }),
    { numRuns: rounds },
  );
};
