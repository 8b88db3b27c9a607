import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeEntry, encode, type Entry } from "../../log/index.ts";
import { blobName } from "./blob-file.ts";
import { decodeContent, packEntry, isPacked, unpackEntry } from "./packed-entry.ts";

const ENTRY: Entry = { seq: 0, id: "a", parent: null, at: 5, type: "note" };
const REFERENCE = { $blob: `sha256-${"0".repeat(64)}`, bytes: 1 };

interface Packed {
  readonly line: string;
  readonly blobs: ReadonlyMap<string, Buffer>;
}

const pack = (entry: Entry): Packed => {
  const blobs = new Map<string, Buffer>();
  const line = packEntry(entry, (bytes) => {
    const name = blobName(bytes);
    blobs.set(name, bytes);
    return name;
  });
  return { line, blobs };
};

const unpack = async ({ line, blobs }: Packed): Promise<Entry> => {
  const entry = decodeEntry(line);
  assert.ok(entry);
  if (!isPacked(Buffer.from(line))) return entry;
  return unpackEntry(entry, async ({ $blob, bytes, as }) => {
    const stored = blobs.get($blob);
    assert.equal(stored?.length, bytes);
    return decodeContent({ bytes: stored, ...(as === undefined ? {} : { as }) });
  });
};

/** Any strings: also long ones, base64, and almost base64. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const short = fc.oneof(fc.string({ unit }), fc.string({ unit: "grapheme" }), fc.base64String());
const long = fc
  .tuple(
    fc.oneof(fc.string({ unit, minLength: 1 }), fc.string({ unit: "grapheme", minLength: 1 }), fc.base64String({ minLength: 4 })),
    fc.nat(20_000),
  )
  .map(([text, length]) => text.repeat(Math.ceil((length + 1) / text.length)));
const key = fc.oneof(
  fc.constantFrom("$blob", "$$blob", "$$$blob", "blob", "bytes", "as", "__proto__", 'x"$blob', "7"),
  fc.string({ unit }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, REFERENCE, { ...REFERENCE, as: "base64" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    short,
    long,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
}));
const entries = fc
  .tuple(
    fc.dictionary(key, value, { maxKeys: 5 }),
    fc.record({ seq: fc.maxSafeNat(), id: short, parent: fc.option(short), at: fc.integer(), type: short }),
  )
  .map(([fields, envelope]): Entry => Object.assign(fields, envelope));

test("L17: an entry with any strings, short and long, and with any keys, also reserved ones, is unpacked unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (entry) => {
      const packed = pack(entry);
      assert.equal(packed.line.includes("\n"), false);
      assert.equal(encode(await unpack(packed)), encode(entry));
    }),
    { numRuns: 500 },
  );
});

test("a line contains every string up to 8 KiB, and no longer one", () => {
  const texts = ["x".repeat(8192), "é".repeat(4096), "x".repeat(8193), "é".repeat(4097)];
  const { line, blobs } = pack({ ...ENTRY, texts } as Entry);
  assert.deepEqual(
    [...blobs.values()].map((bytes) => bytes.toString()),
    texts.slice(2),
  );
  assert.deepEqual((JSON.parse(line) as { texts: unknown[] }).texts.slice(0, 2), texts.slice(0, 2));
});

test("an entry of many short strings is one line of any length", () => {
  const entry = { ...ENTRY, texts: Array.from({ length: 1000 }, (_, at) => `${at}`.repeat(100)) };
  const { line, blobs } = pack(entry);
  assert.equal(line, encode(entry));
  assert.equal(blobs.size, 0);
});

test("base64 is stored as its bytes, and near-base64 as the string", async () => {
  const image = Buffer.from(Array.from({ length: 10_000 }, (_, at) => at * at));
  const base64 = image.toString("base64");
  const [stored] = pack({ ...ENTRY, data: base64 } as Entry).blobs.values();
  assert.deepEqual(stored, image);
  for (const text of [`${base64.slice(0, -2)}B=`, `${base64} `, base64.slice(0, -1), `${base64}\n===`]) {
    const entry = { ...ENTRY, text } as Entry;
    const [bytes] = pack(entry).blobs.values();
    assert.equal(bytes?.toString(), text);
    assert.deepEqual(await unpack(pack(entry)), entry);
  }
});

test("a string with a lone surrogate has no UTF-8 encoding, and stays in its line", async () => {
  const entry = { ...ENTRY, text: `${"x".repeat(9000)}\ud800` } as Entry;
  const packed = pack(entry);
  assert.equal(packed.blobs.size, 0);
  assert.deepEqual(await unpack(packed), entry);
});

test("the envelope stays in the line, so that it can be read without content", () => {
  const entry = { ...ENTRY, id: "i".repeat(9000), parent: "p".repeat(9000), type: "t".repeat(9000), text: "x".repeat(9000) };
  const { line, blobs } = pack(entry);
  const { id, parent, type } = JSON.parse(line) as Entry;
  assert.deepEqual([id, parent, type, blobs.size], [entry.id, entry.parent, entry.type, 1]);
});

test("an entry's own object that resembles a reference is not treated as one", async () => {
  const entry = { ...ENTRY, ...REFERENCE, inside: { $blob: "x".repeat(9000), $$blob: REFERENCE } } as Entry;
  const packed = pack(entry);
  assert.equal(packed.blobs.size, 1);
  assert.deepEqual(await unpack(packed), entry);
});

test("L6: unpacks a line that is nested too deeply for recursion", async () => {
  const deep = `${"[".repeat(200_000)}{"$$blob":1}${"]".repeat(200_000)}`;
  const line = `{"seq":0,"id":"a","parent":null,"at":5,"type":"note","deep":${deep}}`;
  const entry = await unpack({ line, blobs: new Map() });
  let inner: unknown = (entry as Entry & { readonly deep: unknown }).deep;
  while (Array.isArray(inner)) [inner] = inner as unknown[];
  assert.deepEqual(inner, { $blob: 1 });
});
