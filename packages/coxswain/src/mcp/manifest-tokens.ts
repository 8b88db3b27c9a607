import { estimateToolTokens } from "../model/index.ts";
import type { McpManifest } from "./types.ts";

/** Estimates the tokens that a server's tools take in a request if the model gets all of their definitions. */
export const manifestTokens = ({ tools }: Pick<McpManifest, "tools">): number =>
  tools.reduce((total, { name, description, inputSchema }) => total + estimateToolTokens({ name, description, inputSchema }), 0);
