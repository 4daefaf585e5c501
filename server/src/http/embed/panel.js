// The panel in a frame: asks with the token in the URL's fragment, and shows the steps and the answer. Text is never
// interpreted as HTML.
const token = location.hash.slice(1);
const at = id => document.getElementById(id);
const [form, question, state, turns] = ['ask', 'question', 'state', 'turns'].map(at);
let session = null;

const put = (parent, name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
};

const what = citation => (citation.row ? citation.row.text : `${citation.record.title}: ${citation.record.excerpt}`);

function answered(turn, answer) {
  const text = answer.text.replace(/^#+ /gm, '').trim();
  const shown = turn.querySelector('.answer') ?? put(turn, 'p', '');
  shown.className = 'answer';
  shown.textContent = [text, ...answer.gaps].join('\n\n');
  turn.querySelector('details')?.remove();
  if (!answer.citations.length) return;
  const details = document.createElement('details');
  put(details, 'summary', `Sources (${answer.citations.length})`);
  const list = put(details, 'ol', '');
  answer.citations.forEach(citation => put(list, 'li', what(citation)));
  turn.append(details);
}

function take(turn, event) {
  if (event.type === 'started') session = event.sessionId;
  if (event.type === 'tool_started') state.textContent = `Looking: ${event.tool.replaceAll('_', ' ')}`;
  if (event.type === 'answered') answered(turn, event.answer);
  if (event.type === 'failed') put(turn, 'p', `${event.error} ${event.advice}`);
}

async function ask(query, turn) {
  const reply = await fetch('/api/research', {
    method: 'POST',
    credentials: 'omit',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query, sessionId: session }),
  });
  if (!reply.ok) {
    const problem = await reply.json().catch(() => ({}));
    const over = reply.status === 401 ? 'This panel has expired. Load the page again.' : problem.detail;
    throw new Error(over ?? 'That did not work. Try again.');
  }
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = '', part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const named = /^event:/m.test(event);
      const data = event.split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5)).join('\n');
      if (data && !named) take(turn, JSON.parse(data));
    }
  }
}

form.addEventListener('submit', async event => {
  event.preventDefault();
  const query = question.value.trim();
  if (!query) return;
  const [button] = form.getElementsByTagName('button');
  button.disabled = true;
  state.textContent = 'Asking';
  const turn = document.createElement('section');
  put(turn, 'h2', query);
  turns.append(turn);
  try {
    await ask(query, turn);
    question.value = '';
    state.textContent = '';
  } catch (error) {
    state.textContent = error.message;
  }
  button.disabled = false;
  question.focus();
});

question.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

if (!token) state.textContent = 'This panel has no token.';
