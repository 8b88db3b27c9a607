/**
 * For commands without a network: package managers try again for a minute or more before they say what failed, and by then most commands have
 * been ended.
 */
export const NO_RETRIES: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: "0",
  YARN_HTTP_RETRY: "0",
  PIP_RETRIES: "0",
  UV_HTTP_RETRIES: "0",
  CARGO_NET_RETRY: "0",
};
