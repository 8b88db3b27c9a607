import type { McpServerSettings } from "./settings.ts";
import type { Shape } from "./shape.ts";
import { anyJson, array, boolean, integer, object, oneOf, record, string, text } from "./shapes.ts";

const oauth = object<NonNullable<McpServerSettings["oauth"]>>({
  clientId: { shape: string("a client id"), description: "Id of a registered client. Default: cox registers itself." },
  clientSecret: { shape: string("a client secret"), secret: true, description: "Its secret, if it has one." },
  scopes: { shape: array(string("a scope")), description: "Scopes to request. Default: those that the server names." },
  clientMetadataUrl: {
    shape: string("an https URL", /^https:\/\/[^\s/]\S*$/),
    description: "URL of a client metadata document, used in place of a registration where the server allows it.",
  },
  grant: {
    shape: oneOf(["authorization_code", "client_credentials"]),
    default: "authorization_code",
    description: "`client_credentials`: the client logs in by its secret or key, without a user and without `cox mcp login`.",
  },
  privateKeyFile: {
    shape: string("a path"),
    description: "Private key in PEM that the grant `client_credentials` uses in place of a secret.",
  },
  callbackPort: { shape: integer(1, 65535), description: "Port of the redirect URL on this machine. Default: any free one." },
});

/** As Cursor writes it. */
const auth = object<NonNullable<McpServerSettings["auth"]>>({
  CLIENT_ID: { shape: string("a client id"), description: "As `oauth.clientId`." },
  CLIENT_SECRET: { shape: string("a client secret"), secret: true, description: "As `oauth.clientSecret`." },
  scopes: { shape: array(string("a scope")), description: "As `oauth.scopes`." },
});

/** VS Code allows numbers, and many configurations have ports. */
const variable: Shape<string> = {
  schema: { type: ["string", "number", "boolean"] },
  read: (node, reading) => (node.type === "number" || node.type === "boolean" ? String(node.value) : text().read(node, reading)),
};

/** Fields of other programs that need no effect: what they allow is asked here, and some describe the entry itself. */
const WITHOUT_EFFECT = ["alwaysAllow", "autoApprove", "dev", "gallery", "trust", "version"];

/** One server, in the forms that Claude Code, Cursor, VS Code and their relatives write. */
export const serverShape: Shape<McpServerSettings> = object<McpServerSettings>(
  {
    type: {
      shape: oneOf(["stdio", "http", "streamable-http", "streamableHttp", "sse"]),
      description: "Transport. Default: `stdio` with a command; with a URL `http`, or the old `sse` if the server refuses `http`.",
    },
    command: { shape: string("a program"), description: "Program of a server that runs on this machine; no shell is involved." },
    args: { shape: array(text()), default: [], description: "Its arguments." },
    env: {
      shape: record({ expected: "the name of an environment variable", pattern: /^[A-Za-z_][A-Za-z0-9_]*$/ }, variable),
      secret: true,
      description: "Environment variables for it, beside a few harmless ones such as `PATH` and `HOME`.",
    },
    envFile: { shape: string("a path"), description: "File with more of them, one `NAME=value` per line; `env` overrides it." },
    cwd: { shape: string("a path"), description: "Folder to start it in. Default: the session's folder." },
    url: { shape: string("a URL"), secret: true, description: "URL of a server that is reached over streamable HTTP." },
    serverUrl: { shape: string("a URL"), secret: true, description: "As `url`." },
    httpUrl: { shape: string("a URL"), secret: true, description: "As `url`." },
    headers: {
      shape: record({ expected: "the name of an HTTP header", pattern: /^[!#$%&'*+.^`|~\w-]+$/ }, text()),
      secret: true,
      description: "Headers of every request to the URL.",
    },
    oauth: { shape: oauth, description: "Client for `cox mcp login`." },
    auth: { shape: auth, description: "As `oauth`." },
    description: { shape: string("a string"), description: "What the server is for, for the model. Default: its own description." },
    timeout: {
      shape: integer(1),
      default: 60_000,
      description: "Milliseconds without progress until a call fails; a value below 1000 counts as seconds.",
    },
    totalTimeout: {
      shape: integer(1),
      default: 3_600_000,
      description: "Milliseconds until a call fails in spite of progress; a value below 1000 counts as seconds.",
    },
    startTimeout: {
      shape: integer(1),
      default: 10_000,
      description: "Milliseconds until a start fails; a value below 1000 counts as seconds.",
    },
    disabled: { shape: boolean(), default: false, description: "If true, the server is not used." },
    enabled: { shape: boolean(), default: true, description: "If false, the server is not used." },
  },
  Object.fromEntries(WITHOUT_EFFECT.map((name) => [name, anyJson()])),
);
