import { type StoredSection, maxOutputTokens, type RequestContent } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import type { RunOptions } from "../loop/index.ts";
import { clampThinking, type ModelInfo, type ModelRequest } from "../model/index.ts";
import { branchState } from "../journal/index.ts";

export interface AssembleRequestParts extends Pick<ModelRequest, "messages" | "tools"> {
  readonly log: Log;
  /** Options of the run. */
  readonly options: RunOptions;
  readonly info: ModelInfo;
  readonly sections: readonly Pick<StoredSection, "text">[];
  /** Estimates the input tokens of a request. Absent: the rest of the window does not limit the answer. */
  readonly inputTokens?: (request: RequestContent) => number;
}

/** Assembles a request from its parts and the session's setup. */
export const assembleRequest = ({
  log,
  options,
  info,
  sections,
  messages,
  tools,
  inputTokens,
}: AssembleRequestParts): Omit<ModelRequest, "signal"> => {
  const { setup, thinking } = log.view(branchState);
  const temperature = options.temperature ?? setup?.temperature;
  const own = setup?.providerOptions?.[info.provider];
  const sent: RequestContent = { system: sections.map(({ text }) => text), messages, tools };
  const input = inputTokens && (() => inputTokens(sent));
  return {
    ...sent,
    thinking: clampThinking(thinking, info.thinking),
    maxOutputTokens: maxOutputTokens({ call: options.maxOutputTokens, config: setup?.maxOutputTokens, model: info, input }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(own === undefined ? {} : { options: own }),
    sessionId: log.header.id,
  };
};
