import assert from "node:assert/strict";
import { test } from "node:test";
import { Duplex } from "node:stream";
import { connect, type ConnectionOptions } from "node:tls";
import fc from "fast-check";
import { helloIn } from "./client-hello.ts";

/** Returns the first bytes of a real client. */
const clientHello = async (options: ConnectionOptions): Promise<Buffer> => {
  const sent = Promise.withResolvers<Buffer>();
  const wire = new Duplex({ read() {}, write: (chunk: Buffer) => sent.resolve(chunk) });
  const client = connect({ socket: wire, ...options }).on("error", () => {});
  const first = await sent.promise;
  client.destroy();
  wire.destroy();
  return first;
};

/** Returns the same bytes, split into records of a given size. */
const inRecords = (hello: Buffer, size: number): Buffer => {
  const message = hello.subarray(5);
  const starts = Array.from({ length: Math.ceil(message.length / size) }, (_, nth) => nth * size);
  return Buffer.concat(
    starts.map((at) => {
      const piece = message.subarray(at, at + size);
      return Buffer.concat([Buffer.from([22, 3, 1, piece.length >> 8, piece.length & 255]), piece]);
    }),
  );
};

const NAMED = await clientHello({ servername: "registry.example.org" });

test("reads the requested host, also from a client that supports only older versions", async () => {
  assert.deepEqual(helloIn(NAMED), { name: "registry.example.org" });
  const old = await clientHello({ servername: "old.example.org", maxVersion: "TLSv1.2" });
  assert.deepEqual(helloIn(old), { name: "old.example.org" });
});

test("a client may ask for no host", async () => assert.deepEqual(helloIn(await clientHello({ servername: "" })), { name: undefined }));

test("waits for more after any prefix of a ClientHello, and ignores bytes after it", () => {
  for (let length = 0; length < NAMED.length; length++) assert.equal(helloIn(NAMED.subarray(0, length)), "more", String(length));
  assert.deepEqual(helloIn(Buffer.concat([NAMED, Buffer.from("anything")])), { name: "registry.example.org" });
});

test("reads a ClientHello that is split into several records, and rejects one in too many", () => {
  assert.deepEqual(helloIn(inRecords(NAMED, Math.ceil(NAMED.length / 8))), { name: "registry.example.org" });
  assert.equal(helloIn(inRecords(NAMED, 1)), "other");
});

test("recognizes other protocols by their first bytes", () => {
  for (const text of [
    "GET / HTTP/1.1\r\n",
    "SSH-2.0-x\r\n",
    "\x16\x02\x00\x00\x01\x01",
    "\x16\x03\x01\x00\x04\x02\x00\x00\x00",
    "\x80\x2e\x01\x03\x01",
  ])
    assert.equal(helloIn(Buffer.from(text, "latin1")), "other", text);
});

test("rejects a ClientHello that names two hosts, or states an excessive length", () => {
  const at = NAMED.indexOf("registry.example.org") - 9;
  const extension = NAMED.subarray(at, at + 9 + "registry.example.org".length);
  const twice = Buffer.concat([NAMED.subarray(0, at), extension, NAMED.subarray(at)]);
  const lengths: readonly (readonly [at: number, size: number])[] = [
    [3, 2],
    [6, 3],
    [extensionsAt(NAMED), 2],
  ];
  for (const [where, size] of lengths) twice.writeUIntBE(NAMED.readUIntBE(where, size) + extension.length, where, size);
  assert.equal(helloIn(twice), "other");
  const endless = Buffer.from(NAMED);
  endless.writeUIntBE(0xffffff, 6, 3);
  assert.equal(helloIn(endless), "other");
});

/** Offset of the length of all extensions. */
const extensionsAt = (hello: Buffer): number => {
  const session = 5 + 4 + 2 + 32;
  const ciphers = session + 1 + hello.readUInt8(session);
  const compressions = ciphers + 2 + hello.readUInt16BE(ciphers);
  return compressions + 1 + hello.readUInt8(compressions);
};

test("any bytes are handled, and never result in a name that is not among them", () => {
  const changed = fc.tuple(fc.nat(NAMED.length - 1), fc.nat(255)).map(([at, byte]) => Buffer.from(NAMED).fill(byte, at, at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), changed), (bytes) => {
      const hello = helloIn(bytes);
      if (typeof hello === "object") assert.ok(Buffer.from(bytes).includes(hello.name ?? "", 0, "latin1"));
    }),
  );
});
