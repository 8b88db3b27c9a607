import fc from "fast-check";
import type { MessageEntry } from "../loop/index.ts";
import { assistant, call, png, result, thought, user } from "./messages.fixture.ts";

interface Shape {
  readonly visible: boolean;
  readonly thought: boolean;
  readonly calls: number;
  readonly image: boolean;
  readonly steered: boolean;
}

const shapes: fc.Arbitrary<readonly Shape[]> = fc.array(
  fc.record({
    visible: fc.boolean(),
    thought: fc.boolean(),
    calls: fc.integer({ min: 0, max: 3 }),
    image: fc.boolean(),
    steered: fc.boolean(),
  }),
  { maxLength: 15 },
);

const turn = (shape: Shape, number: number): readonly MessageEntry["message"][] => {
  const calls = Array.from({ length: shape.calls }, (_, at) => call(`call_${number}_${at}`));
  const words = shape.visible || shape.calls === 0 ? ["Words."] : [];
  const results = calls.map(({ id }) => (shape.image && number < 6 ? result(id, "Shown:", png()) : result(id)));
  const next = shape.steered || shape.calls === 0 ? [user("And then?")] : [];
  return [assistant([...(shape.thought ? [thought("hm")] : []), ...words, ...calls]), ...results, ...next];
};

/** Valid histories, as the loop records them without failures. */
export const wholeHistories = shapes
  .map((turns) => turns.flatMap(turn))
  .map((messages) => [user("Do it.") as (typeof messages)[number]].concat(messages));
