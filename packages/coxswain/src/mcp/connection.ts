import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { asRecord, errorText, unlessAborted } from "../base/index.ts";
import { cleanLine, type Timers } from "../workspace/index.ts";
import type { Elicitations } from "./elicitation.ts";
import { McpError } from "./errors.ts";
import { explain } from "./explain.ts";
import { listItems } from "./list-items.ts";
import { cleanManifest } from "./manifest.ts";
import { NEVER } from "./never.ts";
import { progressLines } from "./progress-lines.ts";
import type { ListKind } from "./raw-lists.ts";
import { type RequestLimits, requestTimeout } from "./request-timeout.ts";
import { subscribe } from "./subscription.ts";
import type { StdioChannel } from "./stdio-transport.ts";
import type { McpCallResult, McpManifest, McpRequestOptions, McpResourceContent, McpServer, McpToolInfo } from "./types.ts";

/** A client that has shaken hands with its server. */
export interface OpenClient {
  readonly client: Client;
  readonly era: McpManifest["era"];
  /** The process or event stream that has all messages of the server. Absent for streamable HTTP. */
  readonly channel?: Pick<StdioChannel, "reason" | "closed">;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly name: string;
  readonly limits: RequestLimits;
  readonly timers: Timers;
  readonly elicitations: Elicitations;
  /** Hides configured secrets in text of the server. */
  readonly hide: (text: string) => string;
}

/** Requests to one connected server. */
export interface Connection {
  /** Resolves with the reason when the server can no longer answer. Undefined for streamable HTTP. */
  readonly closed: Promise<string> | undefined;
  /** Lists everything that the server offers. @throws {McpError} */
  manifest(signal: AbortSignal): Promise<McpManifest>;
  /** @param info the tool's manifest: some of its arguments may also be headers. @throws {McpError}, the signal's reason */
  callTool(tool: string, info: McpToolInfo | undefined, input: unknown, options: McpRequestOptions): Promise<McpCallResult>;
  /** @throws {McpError}, the signal's reason */
  readResource(uri: string, options: McpRequestOptions): Promise<readonly McpResourceContent[]>;
  /** @throws {McpError}, the signal's reason */
  getPrompt(prompt: string, input: Readonly<Record<string, string>>, options: McpRequestOptions): ReturnType<McpServer["getPrompt"]>;
  /** Calls the listener when the server's lists have changed. */
  onListChanged(listener: () => void): void;
  close(): Promise<void>;
}

export const connection = (open: OpenClient, { name, limits, timers, elicitations, hide }: ConnectionOptions): Connection => {
  const { client, era } = open;
  const ended = Promise.withResolvers<void>();
  const failure = (error: unknown): McpError => {
    const reason = open.channel?.reason();
    return reason === undefined ? explain(name, error, hide) : new McpError(name, reason, { cause: error });
  };

  const perform = async <Result>(
    { signal, onProgress, elicit }: McpRequestOptions,
    act: (options: RequestOptions) => Promise<Result>,
  ): Promise<Result> => {
    const timeout = requestTimeout(limits, signal, timers);
    const progressed = progressLines((line) => onProgress?.(line), timers);
    const answerer = elicit && { elicit, signal: timeout.signal, pause: () => timeout.pause() };
    const remove = answerer && elicitations.add(answerer);
    const openUrl = async (params: UrlElicitation): Promise<boolean> =>
      answerer !== undefined && (await elicitations.answer(params, { from: answerer })).action === "accept";
    const options: RequestOptions = {
      signal: timeout.signal,
      timeout: NEVER,
      onprogress(progress) {
        timeout.reset();
        progressed.push(progressLine(progress));
      },
    };
    try {
      return await unlessAborted(afterUrls(act, options, openUrl), timeout.signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw timeout.exceeded === undefined ? failure(error) : new McpError(name, timeoutReason(timeout.exceeded, limits));
    } finally {
      progressed.end();
      timeout.end();
      remove?.();
    }
  };

  return {
    closed: open.channel?.closed,
    async manifest(signal) {
      const problems: string[] = [];
      const capabilities = client.getServerCapabilities();
      const list = async (kind: ListKind): Promise<readonly unknown[]> => {
        if (capabilities?.[kind] === undefined) return [];
        try {
          return await listItems(client, kind, { signal, problems });
        } catch (error) {
          if (kind === "tools" || signal.aborted || open.channel?.reason() !== undefined) throw failure(error);
          problems.push(`Cannot list ${kind}: ${hide(errorText(error))}.`);
          return [];
        }
      };
      const [tools, prompts, resources] = await Promise.all([list("tools"), list("prompts"), list("resources")]);
      const raw = { era, server: client.getServerVersion(), instructions: client.getInstructions(), tools, prompts, resources, problems };
      return cleanManifest(raw);
    },
    callTool: (tool, info, input, options) =>
      perform(options, async (request) => {
        const params = { name: tool, arguments: { ...asRecord(input) } };
        // Without an output schema: the client would compile a schema that may be hostile.
        const definition = { name: tool, inputSchema: { ...info?.inputSchema, type: "object" as const } };
        const { content, structuredContent, isError } = await client.callTool(params, { ...request, toolDefinition: definition });
        const result = { content: content as McpCallResult["content"], isError: isError === true };
        return structuredContent === undefined ? result : { ...result, structuredContent };
      }),
    readResource: (uri, options) =>
      perform(options, async (request) => {
        const { contents } = await client.readResource({ uri }, { ...request, cacheMode: "bypass" });
        return contents as readonly McpResourceContent[];
      }),
    getPrompt: (prompt, input, options) =>
      perform(options, async (request) => {
        const { messages } = await client.getPrompt({ name: prompt, arguments: { ...input } }, request);
        return messages as Awaited<ReturnType<McpServer["getPrompt"]>>;
      }),
    onListChanged(listener) {
      for (const kind of ["tools", "prompts", "resources"] as const)
        client.setNotificationHandler(`notifications/${kind}/list_changed`, listener);
      if (era === "modern") void subscribe(client, listener, timers, ended.promise);
    },
    close() {
      ended.resolve();
      return open.close();
    },
  };
};

const timeoutReason = (exceeded: keyof RequestLimits, { idle, total }: RequestLimits): string =>
  exceeded === "idle" ? `no answer and no progress for ${idle / 1000} s` : `no answer within ${total / 1000} s, in spite of progress`;

/** Sends a request again after the user has opened the URLs that the server requires. */
const afterUrls = async <Result>(
  act: (options: RequestOptions) => Promise<Result>,
  options: RequestOptions,
  openUrl: (params: UrlElicitation) => Promise<boolean>,
): Promise<Result> => {
  try {
    return await act(options);
  } catch (error) {
    const { code, data } = asRecord(error);
    const { elicitations: urls } = asRecord(data);
    if (code !== URL_ELICITATION_REQUIRED || !Array.isArray(urls) || urls.length === 0) throw error;
    for (const url of urls.slice(0, 5)) {
      const { message, url: address } = asRecord(url);
      const params = { mode: "url" as const, message: String(message), url: String(address), elicitationId: "" };
      if (!(await openUrl(params))) throw error;
    }
    return act(options);
  }
};

const URL_ELICITATION_REQUIRED = -32042;

type UrlElicitation = Extract<Parameters<Elicitations["answer"]>[0], { readonly mode: "url" }>;

const progressLine = ({
  progress,
  total,
  message,
}: {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}): string => {
  const share = total === undefined ? `${progress}` : `${progress}/${total}`;
  return message === undefined ? share : `${share} ${cleanLine(message, 200)}`;
};
