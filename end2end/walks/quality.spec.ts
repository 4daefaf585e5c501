// The results of reviewing: turns rated by keyboard, a bad answer turned into a case by one key, cases run, two runs
// side by side.
import { alive, answeredElsewhere, open, runOf, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

test('a turn is rated by keys, says where it went wrong, and becomes a case by one', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA this month?');
  const followed = await page.request.post(`/api/research/conversation/${run.sessionId}`, { data: { query: 'Top complaint reasons this month?' } });
  const second = (await followed.json()).runId;
  await open(page, `/review/${run.sessionId}`);
  const opened = page.locator('article[aria-labelledby="session"]');
  await expect(opened.getByLabel('Turn', { exact: true })).toHaveValue(run.id);
  await page.keyboard.press('p');
  await page.keyboard.press('0');
  await page.keyboard.press('1');
  await expect(opened.getByRole('radio', { name: 'Partly' })).toBeChecked();
  await expect(opened.getByRole('radio', { name: 'sentence' })).toBeChecked();
  await opened.getByRole('textbox', { name: 'Right answer' }).fill('Two of nine.');
  await opened.getByRole('heading').first().click();
  await page.keyboard.press('s');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toContainText('is rated partly. The next turn is chosen.');
  await expect(opened.getByLabel('Turn', { exact: true })).toHaveValue(second);
  await expect(opened.getByRole('listitem').filter({ hasText: 'Two of nine.' })).toContainText(/Turn 1:.*partly.*sentence.*wrong figure/);

  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/quality#case-/);
  await alive(page);
  const made = page.getByRole('article', { name: 'Top complaint reasons this month?' });
  await expect(made).toContainText('not run yet');
  await expect(made.getByRole('listitem').first()).toContainText('The answer reads');
  await page.getByRole('button', { name: 'Run against the records' }).click();
  await expect(made).toContainText('passed');
  await expect(made).toContainText('against the record');
  await made.getByRole('button', { name: 'Delete' }).click();
  await expect(made).toHaveCount(0);
});

test('the queue says how much of it is done', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Complaints per day this month');
  await open(page, '/review?sort=queue');
  const told = page.getByText(/^\d+ of \d+ done$/);
  const before = Number((await told.textContent())!.split(' ')[0]);
  await page.request.post(`/admin/sessions/${run.sessionId}/rating`, { data: { rating: 'good' } });
  await open(page, '/review?sort=queue');
  expect(Number((await told.textContent())!.split(' ')[0])).toBeGreaterThanOrEqual(before);
  await expect(page.getByRole('link', { name: 'My queue' })).toBeVisible();
});

test('a question is asked again from a step, and both runs stand side by side', async ({ page }) => {
  const run = await answeredElsewhere(page, WHY_APP);
  await open(page, `/review/${run.sessionId}`);
  await page.getByRole('link', { name: 'compare with another run' }).click();
  await expect(page.getByRole('heading', { name: 'Two runs' })).toBeVisible();
  const call = run.steps.find(step => step.kind.type === 'calls')!;
  await page.getByLabel('Ask again from').selectOption(String(call.seq));
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page).toHaveURL(/with=/);
  await expect(page.getByRole('status').filter({ hasText: 'step' })).toContainText(/the same|differ/);
  const forked = await runOf(page, new URL(page.url()).searchParams.get('with')!);
  expect(forked.answer!.text).toBe(run.answer!.text);
  await expect(page.getByRole('region', { name: 'Steps of both runs' }).getByRole('row')).not.toHaveCount(0);
});
