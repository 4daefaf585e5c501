// Conversations recorded with a model: readable at once, playable, and open for further questions.
import { ask, open, over, turns } from '../desk';
import { expect, test } from '../fixtures';

const bar = '.recorded';

test('a recording reads at once, is played, stepped through and shown whole again', async ({ page }) => {
  await open(page, '/');
  const recorded = page.locator('.rail-group').filter({ hasText: 'Recorded with a model' }).getByRole('link');
  await expect(recorded).toHaveCount(8);
  await recorded.filter({ hasText: 'before and after 15 January' }).click();
  const turn = turns(page).first();
  await expect(turn.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(page.locator(bar)).toContainText('Recorded with a model');
  const text = await turn.innerText();

  // Played by keyboard: it starts at the beginning, and its events appear one by one.
  await page.keyboard.press('p');
  await expect(page.locator(bar)).toContainText(/Event \d+ of \d+/);
  await expect(turn).toHaveAttribute('aria-busy', 'true');
  await expect(turn.getByRole('heading', { name: 'Evidence' })).toHaveCount(0);
  const at = async () => Number(/Event (\d+) of/.exec(await page.locator(bar).innerText())![1]);
  const first = await at();
  await expect.poll(at).toBeGreaterThan(first);
  await page.getByRole('button', { name: /Pause/ }).click();
  const paused = await at();
  await page.waitForTimeout(2_500);
  expect(await at()).toBe(paused);
  await page.getByRole('button', { name: /Step/ }).click();
  expect(await at()).toBe(paused + 1);
  // Complete again, it is unchanged.
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(turn).not.toHaveAttribute('aria-busy', 'true');
  expect(await turn.innerText()).toBe(text);

  // Also played to its end step by step.
  const steps = Number(/(\d+) events/.exec(await page.locator(bar).innerText())![1]);
  for (let n = 0; n < steps; n += 1) await page.keyboard.press('.');
  await expect(page.locator(bar)).toContainText(`${steps} events`);
  expect(await turn.innerText()).toBe(text);
});

test('a question asked in a recording is answered by whoever answers here', async ({ page }) => {
  await open(page, '/');
  await page.locator('.rail-group').getByRole('link', { name: /recalling a payment/ }).click();
  await expect(page.locator(bar)).toBeVisible();
  await ask(page, 'How many cases breached SLA?');
  await expect(turns(page)).toHaveCount(2);
  const run = await over(page, turns(page).nth(1));
  expect(run.status).toBe('completed');
  await page.getByRole('button', { name: /Replay/ }).click();
  await expect(turns(page).first()).toHaveAttribute('aria-busy', 'true');
  await expect(turns(page).nth(1)).not.toHaveAttribute('aria-busy', 'true');
});
