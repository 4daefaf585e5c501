// The sales pipeline page, filtered by links, and asked about at the desk.
import { answered, open } from '../desk';
import { expect, test } from '../fixtures';

test('deals are listed by health, narrowed by link, and asked about', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pipeline' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pipeline');
  await expect(page.getByRole('heading', { level: 2, name: 'As of 31 January 2026' })).toBeVisible();
  const deals = page.locator('.pipeline-deals tbody tr');
  await expect(deals.first().locator('.health-score')).toHaveText('0');
  const which = page.getByRole('navigation', { name: 'Which deals' });
  await which.getByRole('link', { name: 'LATAM' }).click();
  await expect(page).toHaveURL(/region=LATAM/);
  // The links match the loaded list.
  await expect(deals.filter({ hasText: 'EMEA' })).toHaveCount(0);
  await which.getByRole('link', { name: /critical$/ }).click();
  await expect(page).toHaveURL(/tier=critical/);
  const worst = deals.filter({ hasText: 'OPP-0004' });
  await expect(worst).toContainText('Blockers in the notes: 2 (−30)');
  await expect(deals.filter({ hasText: 'EMEA' })).toHaveCount(0);
  await worst.getByRole('button', { name: 'Ask about OPP-0004' }).click();
  await expect(page).toHaveURL(/\/c\//);
  const run = await answered(page, 'Which deals are at risk?');
  expect(run.answer!.text).toContain('OPP-0004');
});
