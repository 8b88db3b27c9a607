import assert from "node:assert/strict";
import fc from "fast-check";
import { allowAll } from "../grants.ts";
import { commandReader } from "../shell/index.ts";
import { denySecrets } from "../secret-paths.ts";
import { judge, type Ruling, strictest } from "../policy.ts";
import { protectedPlaces } from "./protected-places.ts";
import { isPlain, shellText, withQuotes, WRAPPED } from "../rules/disguises.fixture.ts";
import { protectedCorpus } from "./protected-corpus.fixture.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;

/** Allows everything except protected places and secrets. */
const policy = strictest(protectedPlaces({ home: "/home/ada", folder: "/work" }), denySecrets({ home: "/home/ada" }), allowAll());

const judged = async (): Promise<(command: string) => number> => {
  const read = await commandReader();
  return (command) =>
    STRICTNESS[judge([{ tool: "bash", effect: "execute", subject: command, shell: "bash", effects: read(command) }], policy).verdict];
};

/** No input makes the reader fail, and appending a line makes no verdict more permissive. */
export const readsAnyText = async (rounds: number): Promise<void> => {
  const ruled = await judged();
  const read = await commandReader();
  fc.assert(
    fc.property(shellText(), fc.constantFrom(...protectedCorpus("asked")), (text, command) => {
      assert.ok(ruled(text) >= 0);
      const line = `${command}\n${text}`;
      // An unreadable line has no known effects. It is unresolved instead, and rules do not allow unresolved lines.
      if (read(line).unresolved.length === 0) assert.ok(ruled(line) >= ruled(command), line);
    }),
    { numRuns: rounds },
  );
};

/** Quoting makes no command on files more permissive. */
export const quotesLoosenNothing = async (rounds: number): Promise<void> => {
  const ruled = await judged();
  const plain = protectedCorpus("asked").filter(isPlain);
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.array(fc.nat(6), { minLength: 12, maxLength: 12 }), (command, choices) => {
      const quoted = withQuotes(command, choices);
      assert.ok(ruled(quoted) >= ruled(command), quoted);
    }),
    { numRuns: rounds },
  );
};

/** Wrapping makes no command on files more permissive. */
export const wrappersLoosenNothing = async (rounds: number): Promise<void> => {
  const ruled = await judged();
  const row = fc.constantFrom(...protectedCorpus("asked"));
  fc.assert(
    fc.property(row, fc.array(fc.constantFrom(...WRAPPED), { minLength: 1, maxLength: 3 }), (command, wrappers) => {
      const wrapped = wrappers.reduce((inner, wrap) => wrap(inner), command);
      assert.ok(ruled(wrapped) >= ruled(command), wrapped);
    }),
    { numRuns: rounds },
  );
};
