import { type Comment, parseSync, type Program, Visitor } from "oxc-parser";
import { blank, type Passage, skipSpace } from "./passage.ts";

/**
 * Comments, test names, strings and declared names of a source file; `only` the comments, which takes half the time.
 */
export function typescriptPassages(path: string, source: string, only?: "comments"): readonly Passage[] {
  const parsed = parseSync(path, source);
  const comments = groups(parsed.comments, source).map(([start, end]) => commentPassage(source.slice(start, end), start));
  // `program` is decoded when it is first read.
  return only === "comments" ? comments : [...comments, ...programPassages(source, parsed.program)];
}

function programPassages(source: string, program: Program): readonly Passage[] {
  const passages: Passage[] = [];
  const testNames = new Set<number>();
  const skipped = new Set<number>();
  const text = (start: number, end: number): void => {
    if (skipped.has(start)) return;
    const content = blank(source.slice(start, end), /\\[nrt`"'\\]/g);
    if (!/[a-z,.:;)] +[a-z(]/i.test(content)) return;
    const isTest = testNames.has(start - 1);
    const opening = skipSpace(content, /^\s*(?:[A-Z]+\d[\w-]*(?:, )?)+: /.exec(content)?.[0].length ?? 0);
    passages.push({ kind: isTest ? "test name" : "string", text: content, start, openings: isTest ? [opening] : [] });
  };
  const name = (declared: string, start: number): void => {
    passages.push({ kind: "name", text: wordsOf(declared), start, openings: [] });
  };
  const binding = (node: Binding): void => {
    if (node.type === "Identifier" && node.name !== undefined) name(node.name, node.start);
    if (node.type === "AssignmentPattern" && node.left) binding(node.left);
    if (node.type === "RestElement" && node.argument) binding(node.argument);
    if (node.type === "ArrayPattern") for (const element of node.elements ?? []) if (element) binding(element);
    if (node.type === "ObjectPattern") {
      for (const property of node.properties ?? []) {
        if (property.type === "RestElement") binding(property);
        // A shorthand repeats a name that another declaration chose.
        else if (property.value && property.shorthand !== true) binding(property.value);
      }
    }
  };
  const parameters = ({ params }: { readonly params: readonly Binding[] }): void => {
    for (const parameter of params) binding(parameter);
  };
  const key = ({ key: { type, start, end } }: { readonly key: Span & { readonly type: string } }): void => {
    if (type === "Identifier" || type === "PrivateIdentifier") name(source.slice(start, end).replace("#", ""), start);
  };
  const id = (node: { readonly id: { readonly name: string; readonly start: number } | null }): void => {
    if (node.id) name(node.id.name, node.id.start);
  };
  new Visitor({
    ImportDeclaration: ({ source: from }) => void skipped.add(from.start + 1),
    CallExpression: ({ callee, arguments: [first] }) => {
      const called = source.slice(callee.start, callee.end);
      if (first && /^(?:test|suite|it|describe|t\.test|context\.test)$/.test(called)) testNames.add(first.start);
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === "string") text(start + 1, end - 1);
    },
    TemplateElement: ({ start, end }) => {
      const from = source[start] === "`" || source[start] === "}" ? start + 1 : start;
      text(from, end);
    },
    VariableDeclarator: (node) => binding(node.id as Binding),
    FunctionDeclaration: (node) => (id(node), parameters(node as { readonly params: readonly Binding[] })),
    FunctionExpression: (node) => parameters(node as { readonly params: readonly Binding[] }),
    ArrowFunctionExpression: (node) => parameters(node as { readonly params: readonly Binding[] }),
    ClassDeclaration: id,
    TSInterfaceDeclaration: id,
    TSTypeAliasDeclaration: id,
    TSPropertySignature: key,
    TSMethodSignature: key,
    PropertyDefinition: key,
    MethodDefinition: key,
  }).visit(program);
  return passages;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a binding pattern that hold names. */
interface Binding {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly left?: Binding;
  readonly argument?: Binding;
  readonly value?: Binding;
  readonly shorthand?: boolean;
  readonly elements?: readonly (Binding | null)[];
  readonly properties?: readonly Binding[];
}

/** `toldOf` and `told-of.ts` as `told of`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/\.(?:test|fixture|long|child)?\.?ts$/, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z]+/g, " ")
    .trim()
    .toLowerCase();

/** Spans of comments; line comments on consecutive lines are one. */
function groups(comments: readonly Comment[], source: string): readonly (readonly [start: number, end: number])[] {
  const spans: [number, number][] = [];
  let line = false;
  for (const { type, start, end } of comments) {
    const last = spans.at(-1);
    if (last && line && type === "Line" && /^[^\S\n]*\n[^\S\n]*$/.test(source.slice(last[1], start))) last[1] = end;
    else spans.push([start, end]);
    line = type === "Line";
  }
  return spans;
}

function commentPassage(source: string, start: number): Passage {
  const bare = blank(blank(source, /^\/\*+|\*+\/$/g), /^[^\S\n]*(?:\/\/+|\*(?!\/))/gm);
  const text = blank(bare, /`[^`]*`|https?:\S+|\{@link [^}]*\}/g);
  const tags = [...text.matchAll(/@(?:param\s+\S+|returns?|throws(?:\s+\{[^}]*\})?)\s+/g)].map(({ 0: tag, index }) => index + tag.length);
  return { kind: "comment", text, start, openings: [skipSpace(bare, 0), ...tags] };
}
