// With a model: the phases of a run, its growing cost, and its problems appear on the page as they happen, and in
// review afterwards.
import { answeredElsewhere, ask, open, over, trace, turns } from '../../desk';
import { expect, test } from '../../fixtures';

const WHY = 'Why are customers complaining about the mobile app?';

test('phases, tokens, cost, a retry and a figure without a source are seen', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY);
  const turn = turns(page).first();
  const doing = turn.locator('.turn-progress');
  for (const phase of ['Planning', 'Judging what was found', 'Writing the answer']) {
    await expect(doing).toContainText(phase);
  }
  await expect(doing).toContainText(/step \d+ of \d+ · 1 of 40 calls · [\d,]+ tokens · 0\.\d{4} US dollars/);
  const run = await over(page, turn);
  expect(run.status).toBe('completed');

  // A figure that no tool returned is marked in the text, and mentioned under the question.
  await expect(turn.locator('.unverified').filter({ hasText: '9,876' })).toContainText('not verified');
  await expect(turn.locator('.turn-head')).toContainText('1 not verified');
  await turn.getByRole('heading', { name: 'How far to trust this' }).click();
  await expect(turn.getByRole('table', { name: 'Reasoning quality' })).toContainText('Data was found');

  // The trace shows which model call led to what, and its cost.
  await expect(trace(page)).toContainText('was asked again after');
  const line = trace(page).locator('.step-models li');
  await expect(line.filter({ hasText: 'To plan' })).toContainText(/1,000 tokens in, 40 out, 0\.\d{4} US dollars, .*, after 1 retry/);
  await expect(line.filter({ hasText: 'To write the answer' })).toHaveCount(1);
  await expect(trace(page)).toContainText('Answer written');
  await expect(trace(page)).toContainText('Figures checked');
  await expect(turn.locator('.receipt')).toContainText('US dollars');

  await open(page, `/review/${run.sessionId}`);
  const session = page.locator('article[aria-labelledby="session"]');
  await expect(session.locator('.metrics')).toContainText(/Model calls\s*\d+ 1 retry/);
  await expect(session.locator('.metrics')).toContainText(/Cost\s*0\.\d{4} US dollars/);
  await expect(session.locator('.metrics')).toContainText(/Reasoning quality/);
  await session.getByRole('heading', { name: 'How far to trust this' }).first().click();
  await expect(session.getByRole('table', { name: 'Reasoning quality' })).toBeVisible();
  await expect(session.locator('.step-models li').filter({ hasText: 'To plan' })).toHaveCount(1);
});

test('at a limit the answer says that it ended early, and why', async ({ page }) => {
  await open(page, '/');
  await ask(page, `${WHY} Read up to the limit`);
  const turn = turns(page).first();
  await over(page, turn);
  await expect(turn.locator('.turn-head')).toContainText('partial answer');
  await expect(turn.locator('.answer-gap').filter({ hasText: 'Ended early' })).toContainText(/tokens/);
  await expect(trace(page)).toContainText('Limit: tokens');
});

test('where the model fails the rules answer, and the page says so', async ({ page }) => {
  await open(page, '/');
  await ask(page, 'Why are customers complaining about the broken mobile app?');
  const turn = turns(page).first();
  await over(page, turn);
  await expect(trace(page)).toContainText('Fallback');
  await expect(trace(page)).toContainText(/gave way to rules/);
  await expect(turn.locator('.receipt')).toContainText('rules');
});

test('review says what a session cost', async ({ page }) => {
  const run = await answeredElsewhere(page, WHY);
  await open(page, `/review/${run.sessionId}`);
  await expect(page.locator('.metrics')).toContainText('US dollars');
});
