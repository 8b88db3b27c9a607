import { isBuiltin } from "node:module";
import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { type Change, changed } from "./change.ts";

/**
 * Replaces imports of Node's own modules by `process.getBuiltinModule`. An import reads every exported name, and some
 * of them load more modules: node:http loads all of undici (25 ms), node:util loads worker_threads, node:fs all streams.
 */
export const plainBuiltins = (): Plugin => ({
  name: "plain-builtins",
  renderChunk(code, { fileName }) {
    const changes: Change[] = [];
    new Visitor({
      ImportDeclaration({ start, end, source, specifiers }) {
        if (isBuiltin(source.value)) changes.push({ start, end, text: declarationsFor(source.value, specifiers) });
      },
      ImportExpression({ start, end, source }) {
        if (source.type !== "Literal" || typeof source.value !== "string" || !isBuiltin(source.value)) return;
        changes.push({ start, end, text: `Promise.resolve(${builtin(source.value)})` });
      },
    }).visit(parseSync(fileName, code).program);
    return changed(code, changes);
  },
});

type Specifier = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]["ImportDeclaration"]>>[0]["specifiers"][number];

const builtin = (id: string): string => `process.getBuiltinModule(${JSON.stringify(id)})`;

/** Returns the declarations that replace an import. `var`, because chunks may import each other. */
const declarationsFor = (id: string, specifiers: readonly Specifier[]): string => {
  const whole = specifiers.filter(({ type }) => type !== "ImportSpecifier").map(({ local }) => `var ${local.name} = ${builtin(id)};`);
  const names = specifiers.flatMap((one) => {
    if (one.type !== "ImportSpecifier") return [];
    return `${one.imported.type === "Identifier" ? one.imported.name : JSON.stringify(one.imported.value)}: ${one.local.name}`;
  });
  return [...whole, ...(names.length === 0 ? [] : [`var { ${names.join(", ")} } = ${builtin(id)};`])].join("\n");
};
