// The conversations of the bare client with the AI SDK's ToolLoopAgent. Argument: the number at a time.
import { createAnthropic } from "@ai-sdk/anthropic";
import { isLoopFinished, tool, ToolLoopAgent } from "ai";
import { z } from "zod";

const anthropic = createAnthropic({ baseURL: `${process.env["ANTHROPIC_BASE_URL"]}/v1`, apiKey: "bench" });
const noop = tool({ description: "Does nothing.", inputSchema: z.object({ n: z.number() }), execute: async () => "ok" });

const converse = async () => {
  const agent = new ToolLoopAgent({ model: anthropic("claude-sonnet-5-5"), tools: { noop }, stopWhen: isLoopFinished() });
  const result = await agent.stream({ prompt: "Go." });
  for await (const part of result.fullStream) if (part.type === "error") throw part.error;
};

await Promise.all(Array.from({ length: Number(process.argv[2]) }, converse));
