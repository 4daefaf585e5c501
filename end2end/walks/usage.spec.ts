// Metrics: numbers of questions, each of which opens the sessions that it counts, and how scores relate to verdicts.
import { answeredElsewhere, open } from '../desk';
import { expect, test } from '../fixtures';

test('a number opens the sessions that it counts, and a day of the chart those of that day', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  await page.request.post(`/api/research/runs/${run.id}/feedback`, { data: { rating: 'bad' } });
  await open(page, '/review');
  await page.getByRole('link', { name: 'Metrics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Metrics' })).toBeVisible();

  await page.getByLabel('By', { exact: true }).selectOption('skill');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/by=skill/);
  const table = page.getByRole('region', { name: 'Questions by skill' });
  const row = table.getByRole('row').filter({ hasText: 'Customer intelligence' });
  await expect(table.getByRole('columnheader', { name: 'Thumbs down' })).toBeVisible();
  await row.locator('a[href*="only=thumbs%20down"]').click();
  await expect(page.getByText('With questions of: skill customer_intelligence, thumbs down')).toBeVisible();
  await expect(page.locator(`.inbox-row[href^="/review/${run.sessionId}"]`)).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByText('With questions of:')).toHaveCount(0);

  await open(page, '/usage');
  const today = new Date().toISOString().slice(0, 10);
  await page.locator(`#usage-questions-figure svg a[href*="from=${today}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/review\\?from=${today}&to=${today}`));
});

test('scores stand beside the verdicts that the demo carries, marked as such', async ({ page }) => {
  await open(page, '/usage');
  const part = page.getByRole('region', { name: 'Can the evidence score be trusted?' });
  await expect(part).toContainText('300 of them came with the demo');
  await expect(part).toContainText('Expected calibration error:');
  await expect(part).toContainText('Fitted scores are in use below');
  await expect(part.locator('svg circle').first()).toBeVisible();
  await expect(part.getByRole('table', { name: 'Fitted scores' }).getByRole('row').nth(2)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads, and days are chosen by a form', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/usage');
    await page.getByLabel('By', { exact: true }).selectOption('person');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('heading', { name: 'Questions by person' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Limits of today' })).toContainText('no limit');
  });
});
