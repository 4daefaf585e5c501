// The desk as walks use it: opening it, asking, watching a run, reading its trace. Locators use role, name and id.
import { expect, type Locator, type Page } from '@playwright/test';

export const WHY_APP = 'Why are customers complaining about the mobile app?';

/** The parts of a run that walks look at, as `GET /api/research/runs/{id}` gives it. */
export interface Run {
  id: string;
  sessionId: string;
  question: string;
  status: string;
  steps: { seq: number; kind: { type: string; text?: string; calls?: Call[] } }[];
  answer: { text: string; partial: boolean; citations: Citation[] } | null;
  grounding: { claims: Claim[] } | null;
  followUps: string[];
  receipt: { toolCalls: number; durationMs: number } | null;
}

/** What a number in square brackets leads to. */
export type Citation = { row: { call: string; path: string; text: string } } | { record: { id: string; excerpt: string } };

export interface Claim {
  kind: string;
  text: string;
  found: { call: string; path: string; cited: boolean } | null;
}

/** The first message that an answer cites, with its number. */
export function firstRecord(run: Run): { n: number; id: string; excerpt: string } {
  const at = run.answer!.citations.findIndex(citation => 'record' in citation && citation.record.id.startsWith('comm-'));
  const citation = run.answer!.citations[at];
  if (citation === undefined || !('record' in citation)) throw new Error('the answer cites no record');
  return { n: at + 1, ...citation.record };
}

export interface Call {
  id: string;
  tool: string;
  args: Record<string, unknown>;
  outcome: { status: 'ok'; output: { summary: string } } | { status: 'error'; error: string } | null;
}

/** Waits until scripts have taken the page over: its window listens, and so does the composer where there is one. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const listens = (target: EventTarget | null, type: string) =>
      (target as { listens?: Set<string> } | null)?.listens?.has(type) ?? false;
    const composer = document.getElementById('ask');
    return listens(window, 'offline') && (composer === null || listens(composer, 'keydown'));
  });
}

/** Waits until an element has a listener: a part of a page comes alive after the page. */
export function listens(page: Page, selector: string, type: string): Promise<unknown> {
  return page.waitForFunction(
    ([selector, type]) =>
      (document.querySelector(selector!) as { listens?: Set<string> } | null)?.listens?.has(type!) ?? false,
    [selector, type],
  );
}

/** Opens a page and waits until it is alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Question' });
}

/** The turns of a conversation: a question each, with what came of it. */
export function turns(page: Page): Locator {
  return page.locator('article[aria-labelledby^="question-"]');
}

export function trace(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Trace' });
}

/** The steps of a run in the trace, and the bob below them while it goes on. */
export function steps(page: Page, run: string): Locator {
  // The run's own list: the one that contains its calls. A plan inside a step has another list.
  return trace(page).locator('ol').filter({ has: page.locator(`[id^="call-${run}-"]`) }).first().locator('> li');
}

/** Opens what is folded under an answer: its evidence, and the rows behind its figures. */
export async function unfold(turn: Locator): Promise<void> {
  for (const fold of await turn.locator('details.fold').all()) await fold.evaluate(node => node.setAttribute('open', ''));
}

/** Types a question and presses Enter; returns the conversation's id. */
export async function ask(page: Page, question: string): Promise<string> {
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\/c\/[^/]+$/);
  return conversationId(page);
}

export function conversationId(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.replace(/^\/c\//, ''));
}

/** The id of the run that a turn shows. */
export async function runId(turn: Locator): Promise<string> {
  const id = await turn.getAttribute('aria-labelledby');
  return (id ?? '').replace(/^question-/, '');
}

/** Waits until the page shows that a turn's run is over; returns the run as the API tells it. */
export async function over(page: Page, turn: Locator): Promise<Run> {
  await expect(turn).toBeVisible();
  await expect(turn).not.toHaveAttribute('aria-busy', 'true');
  return runOf(page, await runId(turn));
}

export async function runOf(page: Page, id: string): Promise<Run> {
  const reply = await page.request.get(`/api/research/runs/${id}`);
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** Asks from the empty desk and waits for the end. */
export async function answered(page: Page, question: string): Promise<Run> {
  await open(page, '/');
  await ask(page, question);
  return over(page, turns(page).first());
}

/** Asks over the API, where a walk is about something else than asking. */
export async function answeredElsewhere(page: Page, question: string): Promise<Run> {
  const reply = await page.request.post('/api/research', { data: { query: question } });
  expect(reply.status()).toBe(200);
  return runOf(page, (await reply.json()).runId);
}

/** What is read off a step: the ids of its calls, or what it says. Times and labels that change are left out. */
export async function stepKeys(page: Page, run: string): Promise<string[]> {
  return steps(page, run).evaluateAll(items =>
    items
      .map(item => {
        const calls = [...item.querySelectorAll('[id^="call-"]')].map(call => call.id.replace(/^call-.*-(c\d+)$/, '$1'));
        const said = [...item.querySelectorAll('p, details')].slice(1).map(part => part.textContent ?? '');
        return calls.length > 0 ? calls.join(' ') : said.join(' ').replace(/\s+/g, ' ').trim();
      })
      // The bob has no text: it hangs where the next step will be.
      .filter(key => key !== ''),
  );
}

/** The keys that a whole run must show: as `stepKeys`, from the run itself. */
export function expectedKeys(run: Run): (string | RegExp)[] {
  return run.steps.map(({ kind }) => {
    if (kind.calls && kind.type === 'calls') return kind.calls.map(call => call.id).join(' ');
    if (kind.type === 'answer') return /^\d+ citations?\.$/;
    if (kind.type === 'grounding') return /figures? checked|No figures to check/;
    return (kind.text ?? '').replace(/\s+/g, ' ').trim();
  });
}

/** The trace shows each step of the run once, in order, and each call with what it returned. */
export async function expectWholeTrace(page: Page, run: Run): Promise<void> {
  const expected = expectedKeys(run);
  await expect(steps(page, run.id)).toHaveCount(expected.length);
  const shown = await stepKeys(page, run.id);
  expect(shown).toEqual(expected.map(key => (typeof key === 'string' ? key : expect.stringMatching(key))));
  for (const call of run.steps.flatMap(step => step.kind.calls ?? []).filter(call => call.outcome)) {
    const shownCall = page.locator(`[id="call-${run.id}-${call.id}"]`);
    await expect(shownCall).toHaveCount(1);
    await expect(shownCall).toContainText(call.tool);
    const says = call.outcome?.status === 'ok' ? call.outcome.output.summary : (call.outcome?.error ?? '');
    // A long observation is folded after about 200 characters.
    await expect(shownCall).toContainText(says.slice(0, 150));
  }
}
