/**
 * For commands without a network: package managers otherwise retry for a minute or more before they report an error,
 * and most commands time out before.
 */
export const NO_RETRIES: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: "0",
  YARN_HTTP_RETRY: "0",
  PIP_RETRIES: "0",
  UV_HTTP_RETRIES: "0",
  CARGO_NET_RETRY: "0",
};
