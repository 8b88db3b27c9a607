import { nearestNames } from "../base/index.ts";
import type { UserPart } from "../model/index.ts";
import { cleanLine } from "../workspace/index.ts";
import { contentParts, type ContentHost } from "./content.ts";
import { McpError } from "./errors.ts";
import type { McpPromptInfo, McpServer, McpServers } from "./types.ts";

interface ReferenceContext {
  readonly servers: McpServers;
  readonly host: ContentHost;
  readonly signal: AbortSignal;
}

/**
 * Expands what a user's message names of servers, and starts these: `/server:prompt` at its start is replaced by the
 * prompt, and for each `@server:uri` the resource is added. Other words are text, also if no server has their name.
 * Undefined: nothing is named.
 * @throws {McpError} the server, the prompt or the resource is not available
 */
export const expandReferences = async (text: string, context: ReferenceContext): Promise<readonly UserPart[] | undefined> => {
  const prompt = promptIn(text, context.servers);
  if (prompt !== undefined) return promptParts(prompt, context);
  const resources = resourcesIn(text, context.servers);
  if (resources.length === 0) return undefined;
  const parts = await Promise.all(resources.map((resource) => resourceParts(resource, context)));
  return [{ type: "text", text }, ...parts.flat()];
};

interface NamedPrompt {
  readonly server: McpServer;
  readonly name: string;
  readonly words: readonly string[];
}

const promptIn = (text: string, servers: McpServers): NamedPrompt | undefined => {
  const [, server, name, rest = ""] = /^\/([\w-]+):(\S+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const found = server === undefined ? undefined : servers.find(server);
  return found === undefined || name === undefined ? undefined : { server: found, name, words: wordsOf(rest) };
};

/** Splits words at blanks. Quotes join words. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );

const promptParts = async ({ server, name, words }: NamedPrompt, { host, signal }: ReferenceContext): Promise<readonly UserPart[]> => {
  const { prompts } = await server.start(signal);
  const info = prompts.find((prompt) => prompt.name === name);
  if (info === undefined) throw new McpError(server.name, unknownPrompt(name, server.name, prompts));
  const messages = await server.getPrompt(name, argumentsOf(info, words, server.name), { signal });
  const blocks = messages.map(({ role, content }) =>
    role === "assistant" && content.type === "text" ? { ...content, text: `Assistant: ${content.text}` } : content,
  );
  const parts = await contentParts(blocks, host, signal);
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  const images = parts.filter(({ type }) => type === "image");
  if (text.trim() === "" && images.length === 0) throw new McpError(server.name, `the prompt ${name} is empty`);
  return [{ type: "text", text }, ...images];
};

const unknownPrompt = (name: string, server: string, prompts: readonly McpPromptInfo[]): string => {
  const names = prompts.map((prompt) => prompt.name);
  const near = nearestNames(name, names);
  const shown = near.length === 0 ? names.slice(0, 10) : near;
  const list = shown.map((one) => `/${server}:${one}`).join(", ");
  return `it has no prompt ${cleanLine(name, 100)}. ${list === "" ? "It has no prompts." : `${near.length === 0 ? "Its prompts" : "Did you mean"}: ${list}`}`;
};

/** Assigns words to arguments: `name=value` by name, the others in order; the last argument gets the rest. */
const argumentsOf = (info: McpPromptInfo, words: readonly string[], server: string): Readonly<Record<string, string>> => {
  const values = new Map<string, string>();
  const inOrder: string[] = [];
  for (const word of words) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (info.arguments.some((argument) => argument.name === name)) values.set(name, value);
    else inOrder.push(word);
  }
  const open = info.arguments.filter(({ name }) => !values.has(name));
  for (const [at, { name }] of open.entries()) {
    const value = at === open.length - 1 ? inOrder.slice(at).join(" ") : inOrder[at];
    if (value !== undefined && value !== "") values.set(name, value);
  }
  const missing = info.arguments.find(({ name, required }) => required && !values.has(name));
  if (missing === undefined) return Object.fromEntries(values);
  const usage = info.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(" ");
  throw new McpError(server, `the prompt ${info.name} needs the argument ${missing.name}. Use: /${server}:${info.name} ${usage}`);
};

interface NamedResource {
  readonly server: McpServer;
  /** With the punctuation that follows it. */
  readonly word: string;
}

/** A mention at the start of a word, as of a file. */
const MENTION = /(?:^|[\s([{<'])@([\w-]+):([^\s"]+)/g;
const PUNCTUATION = /[.,;:!?)\]}>']+$/;

const resourcesIn = (text: string, servers: McpServers): readonly NamedResource[] => {
  const found = new Map<string, NamedResource>();
  for (const [, name = "", word = ""] of text.matchAll(MENTION)) {
    const server = servers.find(name);
    if (server !== undefined) found.set(`${name}:${word}`, { server, word });
  }
  return [...found.values()];
};

const resourceParts = async ({ server, word }: NamedResource, { host, signal }: ReferenceContext): Promise<readonly UserPart[]> => {
  const { resources } = await server.start(signal);
  const uri = resources.some((resource) => resource.uri === word) ? word : word.replace(PUNCTUATION, "");
  const contents = await server.readResource(uri, { signal });
  if (contents.length === 0) throw new McpError(server.name, `the resource ${cleanLine(uri, 200)} is empty`);
  const parts = await contentParts(
    contents.map((resource) => ({ type: "resource", resource })),
    host,
    signal,
  );
  return parts.map((part) => (part.type === "text" ? { ...part, text: `\n\n${part.text}` } : part));
};
