// model.mjs PORT: a model with OpenAI's chat completions that follows a script. A word in the question determines what
// it does: "limit" reports a very large usage, "broken" refuses every time; otherwise it first asks for a retry, then
// plans, judges, and answers with one figure that no tool returned.
import { createServer } from 'node:http';

const PURPOSES = [
  ['follow-ups', 'Suggest three short questions'],
  ['reflect', 'Look at what was found'],
  ['plan', 'Plan how to answer'],
  ['repair', 'found in no row at all'],
  ['synthesize', 'Write the answer to the question from the results'],
];

function purpose(body) {
  if (body.response_format?.json_schema?.name === 'route') return 'route';
  const text = (body.messages ?? []).map(message => message.content ?? '').join('\n');
  return PURPOSES.find(([, words]) => text.includes(words))?.[0] ?? 'step';
}

/** The question of a prompt: what stands around it has words of its own. */
function asked(body) {
  const text = (body.messages ?? []).map(message => message.content ?? '').join('\n');
  return text.match(/## Question\n(.*)/)?.[1] ?? '';
}

const ANSWER =
  'There were 9,876 complaints about the mobile app. Login failures lead.\n\nThe days are 2 to 31 January 2026.';

/** What it says, for each purpose. */
const SAYS = {
  route: {
    kind: 'research', primary_domain: 'customer_intelligence', secondary_domains: [], tools: ['analyze_topics'],
    intent: 'EXPLANATION', confidence: 0.9, reasoning: 'It asks for reasons.', answer: '',
  },
  plan: {
    reasoning: 'The topics of the complaints tell what they are about.',
    calls: [{ tool: 'analyze_topics', args: { product: 'mobile-banking', kind: 'complaint', timeRange: 'last 30 days' } }],
  },
  reflect: { is_sufficient: true, reasoning: 'The topics are there.', additional_calls: [] },
  synthesize: ANSWER,
  repair: ANSWER,
  'follow-ups': '1. When did the login failures begin?\n2. Which customers are affected?\n3. What changed in January?',
  step: ANSWER,
};

/** A tenth of a second of silence, which a browser plays. */
function wav() {
  const samples = 800;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

let refused = false;

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end('ok');
  let text = '';
  for await (const piece of request) text += piece;
  // The same server transcribes and speaks, as OpenAI's does.
  if (request.url.endsWith('/audio/transcriptions')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ text: text.includes('SILENCE') ? '' : 'neveikia internetas' }));
  }
  if (request.url.endsWith('/audio/speech')) {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    return response.end(wav());
  }
  const body = JSON.parse(text);
  const why = purpose(body);
  // Long enough to be seen in progress.
  await new Promise(done => setTimeout(done, Number(process.env.MODEL_PAUSE_MS ?? 700)));
  // The trial of a model shows what it found before this.
  if (text.includes('What is 3 + 4')) await new Promise(done => setTimeout(done, 2000));
  const fails = (status, message, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message } }));
  };
  if (text.includes('broken')) return fails(503, 'overloaded');
  if (why === 'plan' && !refused) {
    refused = true;
    return fails(429, 'too many requests', { 'retry-after': '1' });
  }
  if (why !== 'plan') refused = false;
  const content = typeof SAYS[why] === 'string' ? SAYS[why] : JSON.stringify(SAYS[why]);
  const much = asked(body).includes('limit') && why === 'plan';
  const usage = { prompt_tokens: much ? 90_000 : 1_000, completion_tokens: 40, prompt_tokens_details: { cached_tokens: 0 } };
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    return response.end(JSON.stringify({ model: body.model, choices, usage }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = value => response.write(`data: ${JSON.stringify({ model: body.model, ...value })}\n\n`);
  for (const word of content.split(/(?<= )/)) chunk({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  chunk({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}).listen(Number(process.argv[2]), '127.0.0.1');
