/** Providers' messages for a request that exceeds the model's context window, in lower case. */
const OVERFLOW: readonly RegExp[] = [
  /prompt is too long/, // Anthropic, Fireworks
  /exceeds? (the )?context limit/, // Anthropic, input and max_tokens together
  /request_too_large|request exceeds the maximum size/, // Anthropic, bytes
  /maximum context (length|window)/, // OpenAI, DeepSeek, OpenRouter, vLLM, Mistral's and Fireworks' gateways
  /exceeds the context window/, // OpenAI Responses
  /input tokens exceed the configured limit/, // OpenAI
  /input token count .*exceeds|input token count is .*but (the )?model only supports/s, // Google, Vertex
  /too large for model with \d+ maximum context/, // Mistral
  /maximum prompt length is \d+/, // xAI
  /reduce the length of the (messages|prompt|input)/, // Groq, Cerebras
  /input is too long/, // Bedrock, Databricks
  /too many input tokens/, // Bedrock
  /exceed(ed|s)? (the )?model('s)? (token|context) (limit|length|window)/, // Moonshot, vLLM
  /longer than the (model's context length|maximum model length|maximum number of tokens)/, // Together, vLLM
  /exceed(s|ed)? (the )?context (length|window)/, // llama-cpp-python
  /`?inputs`? (tokens \+ |must have less than)/, // Together, Hugging Face TGI
  /prompt exceeds max(imum)? length/, // Z.ai
  /context window exceeds limit/, // MiniMax
  /(exceeds|larger than|greater than) the (available )?context (size|length|window)/, // llama.cpp, LM Studio
  /context (size|length|window)( has been|) exceeded/, // llama.cpp when the window fills up mid-response, with status 500
  /exceeded max context length/, // Ollama
  /prompt has [\d,.]+ tokens?, but the configured context size is [\d,.]+ tokens?/, // DS4
  /context the overflows|context length (of|is) only|reached context length of|cannot truncate prompt/, // LM Studio
  /prompt token count of \d+ exceeds the limit/, // GitHub
  /range of input length should be/, // Qwen
  /total number of tokens .*cannot exceed|size limit exceeded by \d+ tokens/, // Cohere
  /exceeds the maximum allowed length \(\d+ tokens\)/, // SGLang
  /exceed max message tokens/, // Volcengine
  /exceeds (the )?maximum (allowed )?(input|token size|number of tokens)/, // NVIDIA, AI21
  /contextwindowexceedederror/, // LiteLLM
  /sum of prompt length .* should not exceed max_num_tokens/, // TensorRT-LLM
  /\b(prompt|input)( tokens| length| too long)* ?\(?\d[\d,]*( tokens?)?\)? (exceeds|is longer than)/, // other servers of open models
  /\b(prompt|input) (is )?too (long|large)(?! to)/, // Ollama and others
  /model_context_window_exceeded/, // Anthropic and Z.ai, as a reason to stop
];

const OVERFLOW_CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "model_max_prompt_tokens_exceeded",
  "exceed_context_size_error",
  "request_too_large",
  "string_above_max_length",
  "model_context_window_exceeded",
  "1261",
]);

/** Rate limit messages that mention tokens, such as Bedrock's "Too many tokens, please wait before trying again." */
const RATE = /please (wait|try again)|try again (in|later)|too many requests|rate limit/;

/** OpenAI and Groq: the request is larger than a minute's allowance, so it never passes. */
const LARGER_THAN_RATE = /request too large for .*tokens per min/s;

/** OpenAI's code as text: gateways write it into the message, whatever API they offer. */
const CODE_AS_TEXT = /context[_ ]length[_ ]exceeded/;

export const indicatesOverflow = (codes: ReadonlySet<string>, evidence: string): boolean =>
  [...OVERFLOW_CODES].some((code) => codes.has(code)) ||
  CODE_AS_TEXT.test(evidence) ||
  LARGER_THAN_RATE.test(evidence) ||
  (!RATE.test(evidence) && OVERFLOW.some((pattern) => pattern.test(evidence)));
