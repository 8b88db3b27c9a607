import { parseRule } from "../policy/index.ts";
import { Mismatch, type Shape, text } from "./shapes/index.ts";

/** A permission rule as a string. The schema gives editors only its outline; the rule parser reports errors. */
export const rule = (): Shape<string> => {
  const written = text("a rule, as bash(git status)", /^[A-Za-z_][A-Za-z0-9_.-]*(?:\([\s\S]+\))?$/);
  return {
    schema: written.schema,
    read(node, reading) {
      const parsed = parseRule(String(node.value));
      if (typeof node.value === "string" && node.value !== "" && "fault" in parsed) throw new Mismatch(node, `${parsed.fault}.`);
      return written.read(node, reading);
    },
  };
};
