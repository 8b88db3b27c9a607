import { type AgentDefinition, allAgents } from "../../context/index.ts";
import { estimateTextTokens } from "../../model/index.ts";

/** Tokens that the list may have: it is sent with every request. */
const TOKENS = 3_000;
/** Characters of a description. */
const LENGTH = 300;

/** The agents that there are, a line each, as a model is told of them. The same bytes for the same agents. */
export const agentList = (agents: readonly AgentDefinition[]): string => {
  const all = allAgents(agents).map(lineOf);
  let tokens = 0;
  const end = all.findIndex((line) => (tokens += estimateTextTokens(`${line}\n`)) > TOKENS);
  const left = end < 0 ? 0 : all.length - end;
  return [
    ...all.slice(0, all.length - left),
    ...(left === 0 ? [] : [`(${left} more, which are named here only by who asks for them)`]),
  ].join("\n");
};

const lineOf = ({ name, description, tools }: AgentDefinition): string => {
  const has = tools === undefined ? "" : ` (tools: ${tools.length === 0 ? "none" : tools.join(", ")})`;
  const text = oneLine(description);
  return `- ${name}: ${text.length > LENGTH ? `${text.slice(0, LENGTH - 1).toWellFormed()}…` : text}${oneLine(has) === "" ? "" : ` ${oneLine(has)}`}`;
};

/** A description must not add lines of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
