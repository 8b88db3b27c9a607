import type { ServerResponse } from "node:http";
import { planDelivery } from "./delivery.ts";
import type { Fault } from "./fault.ts";
import { type LoopbackReply, wireReply } from "./reply.ts";
import type { LoopbackRequest } from "./request.ts";
import { resetConnection, sendStream } from "./send.ts";
import type { WireError, WireFormat } from "./wire.ts";

export interface AnswerContext {
  readonly number: number;
  readonly chunk: number;
  readonly nextCallId: () => string;
}

/** Sends a reply in the wire's format, with the reply's fault. */
export const answer = async (
  response: ServerResponse,
  request: LoopbackRequest,
  scripted: LoopbackReply,
  wire: WireFormat,
  { number, chunk, nextCallId }: AnswerContext,
): Promise<void> => {
  const reply = typeof scripted === "string" ? { text: scripted } : scripted;
  const { fault } = reply;
  await reply.before;
  if (response.destroyed) return;
  if (fault?.kind === "status") return sendStatus(response, fault, wire);
  if (fault?.kind === "body") return sendBody(response, 200, fault.contentType ?? "text/html", fault.body);
  if (fault?.kind === "reset" && fault.after === undefined) return resetConnection(response);

  const stream = wire.stream(wireReply(reply, nextCallId), { model: request.model, body: request.body, number, chunk });
  await sendStream(response, planDelivery(stream, fault, wire), reply.hold);
};

export const sendError = (response: ServerResponse, error: WireError, wire: WireFormat): void =>
  sendBody(response, error.status, "application/json", JSON.stringify(wire.errorBody(error)));

export const sendBody = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), ...headers });
  response.end(body);
};

const sendStatus = (response: ServerResponse, { status, headers, body }: Extract<Fault, { kind: "status" }>, wire: WireFormat): void => {
  const content = body ?? wire.errorBody({ status, message: `Scripted error ${status}` });
  if (typeof content === "string") sendBody(response, status, "text/html", content, headers);
  else sendBody(response, status, "application/json", JSON.stringify(content), headers);
};
