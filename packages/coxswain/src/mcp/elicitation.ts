import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { cleanText } from "../workspace/index.ts";
import { cleanSchema } from "./clean-schema.ts";
import type { McpElicit, McpElicitation } from "./types.ts";

/** A request in progress that can answer elicitations. */
export interface Answerer {
  readonly elicit: McpElicit;
  readonly signal: AbortSignal;
  /** Stops the request's timeout until the returned function is called. */
  pause(): () => void;
}

/** Passes elicitations to the requests in progress. */
export interface Elicitations {
  /** Registers a request. Returns a function that removes it. */
  add(answerer: Answerer): () => void;
  /**
   * Answers an elicitation. `from`: the request that it belongs to. Default: the newest one, because the protocol names
   * none. `withdrawn` aborts when the server no longer waits.
   */
  answer(params: ElicitRequest["params"], options?: { readonly from?: Answerer; readonly withdrawn?: AbortSignal }): Promise<ElicitResult>;
}

const MESSAGE = 2000;

/** Elicitations of one request. A server could otherwise ask without end. */
const MAX_ASKED = 20;

export const elicitations = (server: string): Elicitations => {
  const answerers = new Map<Answerer, number>();
  return {
    add(answerer) {
      answerers.set(answerer, 0);
      return () => answerers.delete(answerer);
    },
    async answer(params, { from, withdrawn } = {}) {
      const answerer = from ?? [...answerers.keys()].at(-1);
      const asked = answerer && answerers.get(answerer);
      const elicitation = elicitationOf(server, params);
      if (answerer === undefined || asked === undefined || asked >= MAX_ASKED || elicitation === undefined) return { action: "decline" };
      answerers.set(answerer, asked + 1);
      // Another request may be the one that waits for the answer.
      const resumes = [...answerers.keys()].map((each) => each.pause());
      try {
        const signal = withdrawn === undefined ? answerer.signal : AbortSignal.any([answerer.signal, withdrawn]);
        const result = await answerer.elicit(elicitation, signal);
        return result.action === "accept" && result.content !== undefined
          ? { action: "accept", content: mutable(result.content) }
          : { action: result.action };
      } finally {
        for (const resume of resumes) resume();
      }
    },
  };
};

/** Returns undefined for a request that cannot be shown: a schema over the limits, or a URL that is not of the web. */
const elicitationOf = (server: string, params: ElicitRequest["params"]): McpElicitation | undefined => {
  const message = cleanText(params.message, MESSAGE);
  if (params.mode === "url") {
    const url = URL.canParse(params.url) ? new URL(params.url) : undefined;
    const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
    return url !== undefined && isWeb && url.href.length <= MESSAGE ? { kind: "url", server, message, url: url.href } : undefined;
  }
  const schema = cleanSchema(params.requestedSchema);
  return typeof schema === "string" ? undefined : { kind: "form", server, message, schema };
};

type Content = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const mutable = (content: Content): Record<string, string | number | boolean | string[]> =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]));
