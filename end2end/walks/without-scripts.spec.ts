// Without scripts: the desk's form asks, and what came of it reads, as does the review.
import { composer, conversationId, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

test.use({ javaScriptEnabled: false });

test('the form asks, and the conversation reads', async ({ page }) => {
  await page.goto('/');
  await composer(page).fill(WHY_APP);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(/\/c\/[^/]+$/);
  const conversation = conversationId(page);
  const turn = turns(page).first();
  await expect(turn.getByRole('heading', { name: WHY_APP })).toBeVisible();

  // Nobody pushes anything here: one looks again until the run is over.
  await expect(async () => {
    await page.reload();
    await expect(turn).not.toHaveAttribute('aria-busy', 'true', { timeout: 100 });
  }).toPass();
  await expect(turn.getByRole('paragraph').filter({ hasText: '84%' }).first()).toBeVisible();
  await expect(turn).toContainText('2 to 31 January 2026');
  await expect(turn.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Trace' })).toContainText('search_knowledge_base');

  // A question that is offered can be asked, too, and stays in the conversation.
  const next = turn.locator('form').getByRole('button').first();
  const question = await next.innerText();
  await next.click();
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}$`));
  await expect(turns(page).nth(1).getByRole('heading', { name: question })).toBeVisible();

  await page.goto('/review');
  await page.getByRole('region', { name: 'Sessions' }).locator(`a[href^="/review/${conversation}"]`).click();
  await expect(page.getByRole('heading', { level: 2, name: WHY_APP })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('84%');
});

test('the review can be filtered', async ({ page }) => {
  await page.goto('/review');
  await page.getByRole('searchbox', { name: 'Search text' }).fill('no session says zyxwv');
  await page.getByRole('searchbox', { name: 'Search text' }).press('Enter');
  await expect(page).toHaveURL(/q=no/);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('No session matches these filters');
});
