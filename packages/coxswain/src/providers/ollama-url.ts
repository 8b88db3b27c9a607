/**
 * Returns the URL of Ollama's OpenAI Chat API. `OLLAMA_HOST` may be a host, a port, a URL, or the bind address
 * `0.0.0.0`.
 */
export const ollamaURL = (setting: string | undefined): string => {
  const [, scheme = "http://", named = "", port = scheme === "https://" ? ":443" : ":11434", path = ""] =
    HOST.exec(setting?.trim() ?? "") ?? [];
  const host = named === "" || named === "0.0.0.0" ? "127.0.0.1" : named;
  return `${scheme}${host}${port}${path.replace(/\/+$/, "")}/v1`;
};

const HOST = /^(https?:\/\/)?(\[[^\]]*\]|[^:/]*)(:\d+)?(\/.*)?$/;
