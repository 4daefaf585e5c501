// Support calls at once against a running server: `node end2end/calls.mjs http://127.0.0.1:3000 200`. Each call is the
// worked example to its end. Prints the time from a message to its reply, and every message or reply that was lost or
// doubled, as the server's own record of the calls has them.
const [base = "http://127.0.0.1:3000", count = "200"] = process.argv.slice(2);
const messages = ["Labas, neveikia internetas", "Taip, teisingai", "ne, vis dar neveikia", "dabar veikia", "ne, ačiū"];

async function post(path, body) {
  const reply = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

async function call(times) {
  const begun = await post("/api/support/calls", { phone: "+37060012345", language: "lt" });
  const replies = [begun.reply];
  for (const message of messages) {
    const at = performance.now();
    const said = await post(`/api/support/calls/${begun.sessionId}/messages`, { message });
    times.push(performance.now() - at);
    replies.push(said.reply);
  }
  const view = await (await fetch(`${base}/api/support/calls/${begun.sessionId}`)).json();
  const kept = view.runs.map((run) => [run.question, run.answer?.text]);
  const said = [["", replies[0]], ...messages.map((message, i) => [message, replies[i + 1]])];
  return { whole: JSON.stringify(kept) === JSON.stringify(said), outcome: view.call.outcome };
}

const times = [];
const begun = performance.now();
const calls = await Promise.allSettled(Array.from({ length: Number(count) }, () => call(times)));
const seconds = (performance.now() - begun) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0);
const failed = calls.filter((c) => c.status === "rejected");
const whole = calls.filter((c) => c.status === "fulfilled" && c.value.whole && c.value.outcome === "resolved");
console.log(`calls at once        ${count}`);
console.log(`messages             ${times.length} in ${seconds.toFixed(1)} s`);
console.log(`message to reply     p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
console.log(`calls kept whole     ${whole.length}`);
console.log(`failed               ${failed.length}${failed[0] ? `, e.g. ${failed[0].reason}` : ""}`);
process.exitCode = whole.length === Number(count) ? 0 : 1;
