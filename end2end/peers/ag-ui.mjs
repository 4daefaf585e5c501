// AG-UI's own client against the desk: ag-ui.mjs BASE KEY QUESTION; prints what the client made of each run. The client
// checks the order of all events itself (verifyEvents) and their form against the protocol's schema; a violation fails
// the run.
import { HttpAgent } from "@ag-ui/client";

const [base, key, question, act] = process.argv.slice(2);
const headers = key ? { Authorization: `Bearer ${key}` } : {};
const agent = (options) => new HttpAgent({ url: `${base}/ag-ui`, headers, ...options });
const told = {};
// The client reports here what it drops or repairs.
const warned = [];
console.warn = (...words) => warned.push(words.join(" "));

// One run: the types of its events, and the client's final state.
const run = async (of, parameters) => {
  const types = [];
  let finished, failed;
  const watch = {
    onEvent: ({ event }) => void types.push(event.type),
    onRunFinishedEvent: ({ event }) => void (finished = event),
    onRunErrorEvent: ({ event }) => void (failed = event),
  };
  const { newMessages } = await of.runAgent(parameters, watch).catch((error) => ({ newMessages: [], ...(failed ??= error, {}) }));
  const text = newMessages.filter(({ role, content }) => role === "assistant" && content).map(({ content }) => content);
  return { types, finished, error: failed && { message: failed.message, code: failed.code, status: failed.status }, messages: newMessages, text: text.at(-1) };
};
const say = (of, content) => of.addMessage({ id: crypto.randomUUID(), role: "user", content });

const desk = agent({ initialState: { mine: 1 } });
say(desk, question);
told.first = await run(desk, { forwardedProps: { model: "plumbline-rules" }, context: [{ description: "page", value: "dashboard" }] });
told.state = structuredClone(desk.state);
say(desk, "and in November 2025?");
told.next = await run(desk);
told.conversation = desk.state.plumbline.conversation;

told.unknown = await run(agent({ initialMessages: desk.messages }), { forwardedProps: { model: "gpt-9" } });
const stranger = agent({ headers: { Authorization: "Bearer plb_none" } });
say(stranger, question);
told.stranger = await run(stranger);

// A proposal ends a run as an interrupt; either it is dropped, or the next run continues with a person's decision.
const decide = (interruptId, payload, status = "resolved") => ({ resume: [{ interruptId, status, payload }] });
const dropped = agent({});
say(dropped, act);
await run(dropped);
told.dropped = await run(dropped, decide(dropped.pendingInterrupts[0].id, undefined, "cancelled"));

const acts = agent({});
say(acts, act);
told.proposed = await run(acts);
told.pending = acts.pendingInterrupts;
const [interrupt] = acts.pendingInterrupts;
const careless = agent({ initialMessages: acts.messages, initialState: acts.state });
told.careless = await run(careless);
told.lost = await run(agent({ initialMessages: acts.messages }), decide("none:none", { approved: true }));
const waiting = () => agent({ initialMessages: acts.messages });
told.wordless = await run(waiting(), decide(interrupt.id));
told.decided = await run(acts, decide(interrupt.id, { approved: true, note: "Seen." }));
told.again = await run(waiting(), decide(interrupt.id, { approved: true }));

console.log(JSON.stringify({ ...told, warned }));
