import { parseSync, Visitor } from "oxc-parser";

/** One place where a file names another module. */
export interface Import {
  readonly line: number;
  /** `undefined` when it is computed, so that nobody can say where it leads. */
  readonly specifier: string | undefined;
  /** `export * from`: hides what a folder shows. */
  readonly wildcard: boolean;
}

interface Place {
  readonly start: number;
}

type Expression = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]["CallExpression"]>>[0]["callee"];

/**
 * Everything that a TypeScript file imports: `import`, `import type`, `export … from`, `import()`, the types `import("…")`,
 * `require` and `import.meta.resolve`. @throws {SyntaxError} when it does not parse.
 */
export const importsOf = (path: string, source: string): readonly Import[] => {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = ({ start }: Place, specifier: string | undefined, wildcard = false): void => {
    found.push({ line: source.slice(0, start).split("\n").length, specifier, wildcard });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value),
    ExportNamedDeclaration: (node) => node.source !== null && add(node, node.source.value),
    ExportAllDeclaration: (node) => add(node, node.source.value, true),
    ImportExpression: (node) => add(node, literal(node.source)),
    TSImportType: (node) => add(node, node.source.value),
    TSExternalModuleReference: (node) => add(node, node.expression.value),
    CallExpression: (node) => resolves(node.callee) && add(node, literal(node.arguments[0])),
  }).visit(program);
  return found.toSorted((a, b) => a.line - b.line);
};

/** `require(…)`, `require.resolve(…)` and `import.meta.resolve(…)`. */
const resolves = (callee: Expression): boolean => {
  if (callee.type === "Identifier") return callee.name === "require";
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.property.name !== "resolve") return false;
  return callee.object.type === "MetaProperty" || (callee.object.type === "Identifier" && callee.object.name === "require");
};

const literal = (node: { readonly type: string } | undefined): string | undefined =>
  node?.type === "Literal" && "value" in node && typeof node.value === "string" ? node.value : undefined;
