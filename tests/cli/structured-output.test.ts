import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const schema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
const SCHEMA = JSON.stringify(schema);

test("--output-schema: prints only the valid answer to stdout, whatever the model wrote before", async () => {
  await using cox = await openCox([
    { text: "I look.", calls: [{ name: "ls", input: { path: "." } }] },
    "There are two.",
    'Here it is:\n```json\n{ "count": 2 }\n```',
  ]);
  await cox.write("schema.json", SCHEMA);
  const { code, stdout, stderr } = await cox.run(["count", "--output-schema", "schema.json"]);
  assert.deepEqual([code, stdout, stderr], [0, '{"count":2}\n', "> ls  .\n"]);
});

test("--output-schema with JSON: prints one object with the answer and its parsed value", async () => {
  await using cox = await openCox(['{"count":2}']);
  const { code, stdout } = await cox.run(["count", "--output-schema", SCHEMA, "--output-format", "json"]);
  const { subtype, is_error, result, structured_output } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(
    { code, subtype, is_error, result, structured_output },
    {
      code: 0,
      subtype: "success",
      is_error: false,
      result: '{"count":2}',
      structured_output: { count: 2 },
    },
  );
});

test("fails after two repairs of an invalid answer: nothing on stdout, the reason on stderr", async () => {
  const script = ["One.", '{"count":"two"}', "{}"];
  await using cox = await openCox(script);
  const text = await cox.run(["count", "--output-schema", SCHEMA]);
  const problem = 'model\'s answer does not match the output schema, after 2 repairs: instance does not have required property "count"';
  assert.deepEqual([text.code, text.stdout, text.stderr], [1, "", `cox: the ${problem}\n`]);

  await using other = await openCox(script);
  const json = await other.run(["count", "--output-schema", SCHEMA, "--output-format", "stream-json"]);
  const { type, subtype, is_error, terminal_reason, errors, ...rest } = JSON.parse(json.stdout.trim().split("\n").at(-1) ?? "") as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    { code: json.code, type, subtype, is_error, terminal_reason, errors },
    {
      code: 1,
      type: "result",
      subtype: "error_max_structured_output_retries",
      is_error: true,
      terminal_reason: "output_invalid",
      errors: [`The ${problem}`],
    },
  );
  assert.equal("structured_output" in rest, false);
});

test("rejects an invalid schema with one line and exit code 2 before any request", async () => {
  await using cox = await openCox(["never"]);
  await cox.write("broken.json", '{"type":');
  await cox.write("list.json", "[]");
  for (const [value, message] of [
    ['{"type":"strnig"}', /^cox: --output-schema cannot be used: #\/type "strnig" is not a type; use one of array, .*\.\n$/],
    ['{"type":', /^cox: --output-schema cannot be used: it is not valid JSON: .*\n$/],
    [
      '{"$ref":"https://example.com/a.json"}',
      /^cox: --output-schema cannot be used: #\/\$ref refers to https:\/\/example\.com\/a\.json, outside of the schema\. .*\n$/,
    ],
    ["broken.json", /^cox: --output-schema broken\.json cannot be used: it is not valid JSON: .*\n$/],
    ["list.json", /^cox: --output-schema list\.json cannot be used: it must be a JSON object\.\n$/],
    ["missing.json", /^cox: --output-schema missing\.json cannot be read: ENOENT.*\n$/],
  ] as const) {
    const { code, stdout, stderr } = await cox.run(["count", "--output-schema", value]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, message);
  }
  assert.equal(cox.server.requests.length, 0);
});

test("rejects an output schema with a slash command", async () => {
  await using cox = await openCox(["Here."]);
  await cox.run(["look"]);
  const { code, stderr } = await cox.run(["-c", "/compact", "--output-schema", SCHEMA]);
  assert.deepEqual([code, stderr], [2, "cox: --output-schema cannot be used with /compact\n"]);
});
