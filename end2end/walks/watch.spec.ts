// Watching a figure: begun under an answer, listed, tried, paused and deleted; with and without scripts. The messages of
// the server of these walks go to a chat that is not there, so the list says why none arrives.
import { answered, answeredElsewhere, open, turns } from '../desk';
import { expect, test } from '../fixtures';

const QUESTION = 'How many complaints did Solheim Seafood send in January 2026?';

test('a figure is watched from its answer, tried, paused and deleted', async ({ page }) => {
  await open(page, '/');
  await answered(page, QUESTION);
  await turns(page).first().getByRole('link', { name: 'Tell me when this changes' }).click();
  await expect(page.getByRole('heading', { name: 'Watch a figure', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Figure', { exact: true })).toContainText('January 2026, fixed');

  // Of the three rules only the fields of the chosen one are there.
  await expect(page.getByLabel('By more than', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Threshold', { exact: true })).toBeHidden();
  await page.getByRole('radio', { name: 'When it passes a threshold' }).check();
  await expect(page.getByLabel('By more than', { exact: true })).toBeHidden();
  await page.getByLabel('Direction').selectOption('below');
  await page.getByLabel('Threshold', { exact: true }).fill('2');
  await page.getByLabel('Sent to').selectOption('Walks');
  await page.getByRole('button', { name: 'Start watching' }).click();

  await expect(page.getByRole('note').filter({ hasText: 'The figure is watched' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: QUESTION });
  await expect(row).toContainText('Falls below 2');
  await expect(row).toContainText('Walks');
  await expect(row).toContainText('active');
  await row.getByRole('button', { name: /^Send now/ }).click();
  await expect(page.getByRole('note').filter({ hasText: 'A trial message is on its way' })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(row.locator('.watch-problem')).not.toBeEmpty({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).toContainText('active');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);

  // The way to it from the first page and from the settings.
  await open(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Watched figures' }).click();
  await expect(page.getByRole('heading', { name: 'Watched figures', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Watched figures' })).toHaveAttribute('aria-current', 'page');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a figure is watched by the clock, and deleted', async ({ page, faults }) => {
    faults.withoutScripts();
    const run = await answeredElsewhere(page, QUESTION);
    await page.goto(`/c/${run.sessionId}`);
    await page.getByRole('link', { name: 'Tell me when this changes' }).click();
    await page.getByLabel('At a time, whether or not it changed').check();
    await page.getByLabel('Days').selectOption('monday');
    await page.getByLabel('Hour').selectOption('7');
    await page.getByLabel('Sent to').selectOption('Walks');
    await page.getByRole('button', { name: 'Start watching' }).click();
    const row = page.getByRole('row').filter({ hasText: QUESTION });
    await expect(row).toContainText('Every Monday, 07:00 UTC');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByRole('row').filter({ hasText: QUESTION })).toHaveCount(0);
  });
});
