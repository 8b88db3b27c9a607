import assert from "node:assert/strict";
import { test } from "node:test";
import { Duplex } from "node:stream";
import { connect, type ConnectionOptions } from "node:tls";
import fc from "fast-check";
import { helloIn } from "./client-hello.ts";

/** What a real client says first. */
const greeting = async (options: ConnectionOptions): Promise<Buffer> => {
  const said = Promise.withResolvers<Buffer>();
  const wire = new Duplex({ read() {}, write: (chunk: Buffer) => said.resolve(chunk) });
  const client = connect({ socket: wire, ...options }).on("error", () => {});
  const first = await said.promise;
  client.destroy();
  wire.destroy();
  return first;
};

/** The same, cut into records of so many bytes. */
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

const NAMED = await greeting({ servername: "registry.example.org" });

test("the host that a client asks for is read, also of one that knows older versions alone", async () => {
  assert.deepEqual(helloIn(NAMED), { name: "registry.example.org" });
  const old = await greeting({ servername: "old.example.org", maxVersion: "TLSv1.2" });
  assert.deepEqual(helloIn(old), { name: "old.example.org" });
});

test("a client may ask for no host", async () => assert.deepEqual(helloIn(await greeting({ servername: "" })), { name: undefined }));

test("of any beginning of a greeting more is waited for, and what comes after it is not looked at", () => {
  for (let length = 0; length < NAMED.length; length++) assert.equal(helloIn(NAMED.subarray(0, length)), "more", String(length));
  assert.deepEqual(helloIn(Buffer.concat([NAMED, Buffer.from("anything")])), { name: "registry.example.org" });
});

test("a greeting that is cut into several records is read as one, and one in too many is none", () => {
  assert.deepEqual(helloIn(inRecords(NAMED, Math.ceil(NAMED.length / 8))), { name: "registry.example.org" });
  assert.equal(helloIn(inRecords(NAMED, 1)), "other");
});

test("what is no greeting is known by its first bytes", () => {
  for (const text of [
    "GET / HTTP/1.1\r\n",
    "SSH-2.0-x\r\n",
    "\x16\x02\x00\x00\x01\x01",
    "\x16\x03\x01\x00\x04\x02\x00\x00\x00",
    "\x80\x2e\x01\x03\x01",
  ])
    assert.equal(helloIn(Buffer.from(text, "latin1")), "other", text);
});

test("a greeting that names two hosts, or says that it is endless, is none", () => {
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

/** Where the length of all extensions stands. */
const extensionsAt = (hello: Buffer): number => {
  const session = 5 + 4 + 2 + 32;
  const ciphers = session + 1 + hello.readUInt8(session);
  const compressions = ciphers + 2 + hello.readUInt16BE(ciphers);
  return compressions + 1 + hello.readUInt8(compressions);
};

test("no bytes break it, and none make a name that is not among them", () => {
  const changed = fc.tuple(fc.nat(NAMED.length - 1), fc.nat(255)).map(([at, byte]) => Buffer.from(NAMED).fill(byte, at, at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), changed), (bytes) => {
      const hello = helloIn(bytes);
      if (typeof hello === "object") assert.ok(Buffer.from(bytes).includes(hello.name ?? "", 0, "latin1"));
    }),
  );
});
