/** The address and headers of a connection's requests. */
export interface Endpoint {
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns an endpoint with the headers of every wire, those of this wire, and the user's, which override both in any case. */
export const endpoint = (url: string, own: Endpoint["headers"], user: Readonly<Record<string, string>> | undefined): Endpoint => ({
  url,
  headers: {
    "content-type": "application/json",
    "user-agent": "coxswain",
    ...own,
    ...Object.fromEntries(Object.entries(user ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  },
});

/** Returns the header of a bearer token; none without a token. */
export const bearer = (token: string | undefined): Endpoint["headers"] => (token === undefined ? {} : { authorization: `Bearer ${token}` });
