// OpenAI's own client against the desk: openai.mjs BASE KEY QUESTION; prints what the client made of each answer.
import OpenAI from "openai";

const [base, key, question] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: key, maxRetries: 0 });
const model = "plumbline";
const told = {};

told.models = (await client.models.list()).data.map(({ id }) => id);
told.model = (await client.models.retrieve(model)).id;

const messages = [{ role: "user", content: question }];
const whole = await client.chat.completions.create({ model, messages });
told.whole = whole.choices[0].message;
told.finish = whole.choices[0].finish_reason;

// The client's helper assembles the chunks, and fails on inconsistent ones.
const running = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
told.reasoning = "";
told.annotations = [];
running.on("chunk", ({ choices: [choice] }) => {
  told.reasoning += choice?.delta.reasoning_content ?? "";
  told.annotations.push(...(choice?.delta.annotations ?? []));
});
const streamed = await running.finalChatCompletion();
told.streamed = streamed.choices[0].message.content;
told.usage = streamed.usage;

messages.push(whole.choices[0].message, { role: "user", content: "and in November 2025?" });
told.followed = (await client.chat.completions.create({ model, messages })).choices[0].message.content;

const response = await client.responses.create({ model, input: question });
told.response = { text: response.output_text, kinds: response.output.map(({ type }) => type), status: response.status };
told.response.annotations = response.output.at(-1).content[0].annotations;
const next = { model, input: "and in November 2025?", previous_response_id: response.id };
const events = client.responses.stream(next);
const kinds = new Set();
events.on("event", ({ type }) => kinds.add(type));
const last = await events.finalResponse();
told.next = { text: last.output_text, kinds: [...kinds], previous: last.previous_response_id };
told.kept = (await client.responses.retrieve(response.id)).output_text;

const fails = async (call) => {
  try {
    await call();
  } catch (error) {
    return { kind: error.constructor.name, status: error.status, code: error.code, param: error.param, said: error.message };
  }
};
told.unknown = await fails(() => client.chat.completions.create({ model: "gpt-9", messages }));
told.picture = await fails(() =>
  client.chat.completions.create({ model, messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] }] }),
);
const stranger = new OpenAI({ baseURL: `${base}/v1`, apiKey: "plb_none", maxRetries: 0 });
told.stranger = await fails(() => stranger.models.list());
console.log(JSON.stringify(told));
