import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

/** A PNG with a valid start and end and no content. */
const PICTURE = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0", "latin1"),
  Buffer.from("\0\0\0\0\0\0\0\0IEND\xaeB`\x82", "latin1"),
]);

test("T17: omits an image that the provider rejects, reports it, shows it in the transcript, and finishes the task", async () => {
  await using cox = await openCox(({ text }) => {
    if (!text.includes(PICTURE.toString("base64"))) return "done";
    const message = "messages.0.content.1.image.source.base64.data: Could not process image";
    return { fault: { kind: "status", status: 400, body: { type: "error", error: { type: "invalid_request_error", message } } } };
  });
  await cox.write("shot.png", PICTURE);
  const { code, stdout, stderr } = await cox.run(["Describe @shot.png"]);
  assert.deepEqual([code, stdout], [0, "done\n"], stderr);
  assert.match(
    stderr,
    /cox: omitted from the history: 1 item that the provider did not accept, found with \d requests?\. .*Could not process image/,
  );

  const [path = ""] = await cox.sessionFiles();
  const id = /([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1] ?? "";
  const { stdout: shown } = await cox.run(["sessions", "show", id]);
  assert.match(
    shown,
    /\(Omitted from here: a part of a message that the provider rejected\. .*Could not process image \(message of .*\)\)/,
  );

  const asked = cox.server.requests.length;
  assert.equal((await cox.run(["-c", "And now?"])).code, 0);
  assert.equal(cox.server.requests.length, asked + 1);
});
