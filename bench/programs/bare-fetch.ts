// One request and its answer, with nothing around it.
const response = await fetch(`${process.env["ANTHROPIC_BASE_URL"]}/v1/messages`, {
  method: "POST",
  headers: { "content-type": "application/json", "x-api-key": "bench" },
  body: JSON.stringify({ model: "bench", max_tokens: 8192, stream: true, messages: [{ role: "user", content: "Go." }] }),
});
await response.text();
