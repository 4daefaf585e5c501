// What the desk remembers about a person: stated in a question and approved, used with a chip, listed and deleted in
// the settings.
import { answered, composer, open, over, turns } from '../desk';
import { expect, test } from '../fixtures';

test.describe.configure({ mode: 'serial' });

test('a name of one\'s own is remembered, used, shown and deleted', async ({ page }) => {
  await open(page, '/');
  await composer(page).fill('Remember that the fish people are Solheim Seafood');
  await composer(page).press('Enter');
  const approval = page.locator('article.approval');
  await expect(approval).toContainText('Remember only for you: “fish people” is Solheim Seafood');
  await approval.getByRole('button', { name: /^Approve/ }).first().click();
  await over(page, turns(page).first());
  await expect(turns(page).first()).toContainText('Remembered only for you');

  await answered(page, 'How many complaints did the fish people send in January 2026?');
  const memory = turns(page).first().getByRole('link', { name: 'From your memory: “fish people” is Solheim Seafood' });
  await memory.click();
  await expect(page.getByRole('heading', { name: 'Memory' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'fish people' });
  await expect(row).toContainText('Solheim Seafood');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'fish people' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a pinned customer is added and deleted', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/settings/memory');
    const form = page.locator('form').filter({ has: page.getByLabel('Customer', { exact: true }) });
    await form.getByLabel('Customer', { exact: true }).fill('Solheim Seafood');
    await form.getByRole('button', { name: 'Remember' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Pinned customer' });
    await expect(row).toContainText('Solheim Seafood');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await expect(row).toHaveCount(0);
  });
});
