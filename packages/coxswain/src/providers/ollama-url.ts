/** Where Ollama's OpenAI Chat is. `OLLAMA_HOST` may be a host, a port or a URL, and `0.0.0.0` where it serves to all. */
export const ollamaURL = (setting: string | undefined): string => {
  const [, scheme = "http://", named = "", port = scheme === "https://" ? ":443" : ":11434", path = ""] =
    HOST.exec(setting?.trim() ?? "") ?? [];
  const host = named === "" || named === "0.0.0.0" ? "127.0.0.1" : named;
  return `${scheme}${host}${port}${path.replace(/\/+$/, "")}/v1`;
};

const HOST = /^(https?:\/\/)?(\[[^\]]*\]|[^:/]*)(:\d+)?(\/.*)?$/;
