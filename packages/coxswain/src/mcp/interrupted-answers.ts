import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { INTERNAL_ERROR } from "./stdio-transport.ts";

/**
 * Answers a request with an error when the stream with its answer has ended without one, and cannot be resumed: the
 * client would wait for the timeout. Returns the same transport.
 */
export const withInterruptedAnswers = (transport: StreamableHTTPClientTransport): StreamableHTTPClientTransport => {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !("id" in message && "method" in message)) return send(message, options);
    const { id } = message;
    return send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        // The client ignores a second answer.
        transport.onmessage?.({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: "its answer was interrupted" } });
      },
    });
  };
  return transport;
};
