// Asking and watching: the trace grows while the run goes on, and every figure of the answer leads to a record.
import { alive, ask, conversationId, expectWholeTrace, open, over, runId, trace, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

/** What the trace held at one moment. */
interface Moment {
  busy: boolean;
  thoughts: number;
  calls: number;
  observed: number;
}

/** Notes each change of the trace, from inside the page: nothing is missed between two looks. */
function recordTrace(): void {
  const moments: Moment[] = ((window as { moments?: Moment[] }).moments = []);
  const look = () => {
    const side = document.querySelector('aside[aria-label="Trace"]');
    const calls = [...(side?.querySelectorAll('[id^="call-"]') ?? [])];
    const said = [...(side?.querySelectorAll('li') ?? [])].filter(li => /^\D*Thought \d/.test(li.innerText.replace(/^[\d.:]+( s)?\s*/, '')));
    const now = {
      busy: document.querySelector('article[aria-busy="true"]') !== null,
      thoughts: said.length,
      calls: calls.length,
      observed: calls.filter(call => call.getAttribute('data-state') !== 'running').length,
    };
    if (JSON.stringify(now) !== JSON.stringify(moments.at(-1))) moments.push(now);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}

test('the steps appear one by one while the run goes on', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(recordTrace);
  await ask(page, WHY_APP);
  const run = await over(page, turns(page).first());
  expect(run.status).toBe('completed');
  await expectWholeTrace(page, run);

  const moments = await page.evaluate(() => (window as unknown as { moments: Moment[] }).moments);
  const first = moments.findIndex(m => m.busy && m.thoughts >= 1 && m.calls >= 1 && m.observed === 0);
  const observed = moments.findIndex(m => m.busy && m.observed >= 1 && m.observed < run.receipt!.toolCalls);
  const story = JSON.stringify(moments);
  expect(first, `a thought with its call, not yet observed: ${story}`).toBeGreaterThanOrEqual(0);
  expect(observed, `the first observation, while the run goes on: ${story}`).toBeGreaterThan(first);
  for (const field of ['thoughts', 'calls', 'observed'] as const) {
    const counts = moments.filter(m => m.busy).map(m => m[field]);
    expect(counts, `${field} never go back`).toEqual([...counts].sort((a, b) => a - b));
  }
});

test('the answer holds its figures, and each leads to a call that exists', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const run = await over(page, turn);

  const lead = turn.getByRole('paragraph').filter({ hasText: '84%' }).first();
  for (const figure of ['84%', '412', '34%', '28%', '22%', '2 to 31 January 2026']) {
    await expect(lead).toContainText(figure);
  }
  await expect(turn).not.toContainText(/\b(last|past) \d+ days\b/i);

  const claims = run.grounding!.claims.filter(claim => claim.kind !== 'citation');
  expect(claims.filter(claim => claim.found === null)).toEqual([]);
  const figures = turn.locator('a[href^="#call-"]');
  await expect(figures).toHaveText(claims.map(claim => claim.text.replace(/\s+/g, ' ').trim()));
  await expect(turn.getByText('not verified')).toHaveCount(0);
  const dead = await figures.evaluateAll(links =>
    links.map(link => link.getAttribute('href')!.slice(1)).filter(id => document.getElementById(id) === null),
  );
  expect(dead, 'figures that lead nowhere').toEqual([]);

  // What is left of the text without its links has no digit in it: no figure stands there unchecked.
  const rest = await lead.locator('..').evaluate(text => {
    const copy = text.cloneNode(true) as HTMLElement;
    copy.querySelectorAll('a[href^="#call-"], sup, [role="tooltip"]').forEach(part => part.remove());
    return copy.textContent ?? '';
  });
  expect(rest).not.toMatch(/\d/);

  const figure = figures.filter({ hasText: '34%' }).first();
  const place = (await figure.getAttribute('href'))!;
  await figure.click();
  expect(new URL(page.url()).hash).toBe(place);
  await expect(page.locator(`[id="${place.slice(1)}"]`)).toBeInViewport();
});

test('a citation leads to its card, and the card to the record with the quoted words', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const run = await over(page, turn);

  const citation = turn.getByRole('link', { name: 'Source 1', exact: true }).first();
  await expect(citation).toHaveText('1');
  await citation.click();
  const card = page.locator(`[id="evidence-${await runId(turn)}-1"]`);
  await expect(card).toBeInViewport();
  const source = run.answer!.sources[0];
  await expect(card).toContainText(source.id);
  const quoted = (await card.getByRole('blockquote').innerText()).replace(/^“|\s*…?”$/g, '');
  expect(quoted.length).toBeGreaterThan(20);

  await card.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/records/[a-z]+/${source.id}`));
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  await expect.poll(async () => words(await page.getByRole('main').innerText())).toContain(words(quoted));

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/c\//);
  await expect(turns(page)).toHaveCount(1);
});

test('a follow-up goes on in the same conversation and keeps the subject', async ({ page }) => {
  await open(page, '/');
  const conversation = await ask(page, WHY_APP);
  const first = await over(page, turns(page).first());
  const next = first.followUps.find(question => !/mobile/i.test(question))!;
  expect(next, 'a follow-up that does not name the subject').toBeTruthy();

  await turns(page).first().getByRole('button', { name: next }).click();
  await expect(turns(page)).toHaveCount(2);
  expect(conversationId(page)).toBe(conversation);
  const turn = turns(page).nth(1);
  await expect(turn.getByRole('heading', { name: next })).toBeVisible();
  const second = await over(page, turn);
  expect(second.sessionId).toBe(conversation);
  expect(second.status).toBe('completed');
  for (const call of second.steps.flatMap(step => step.kind.calls ?? [])) {
    expect(JSON.stringify(call.args), `${call.tool} keeps to the mobile app`).toMatch(/mobile/i);
  }
  await expect(trace(page)).toContainText(/Taken from the conversation: .*Mobile/);

  // Both questions are there after a reload, in their order.
  await page.reload();
  await alive(page);
  await expect(turns(page).getByRole('heading', { level: 1 })).toHaveText([WHY_APP]);
  await expect(turns(page).nth(1).getByRole('heading', { name: next })).toBeVisible();
  await expect(trace(page).getByText('Question 2')).toBeVisible();
});
