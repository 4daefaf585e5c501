// Without scripts: the desk's form asks, and what came of it reads, as does the review.
import { answeredElsewhere, composer, conversationId, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

test.use({ javaScriptEnabled: false });
// The browser counts the page's own script as a request that failed.
test.beforeEach(({ faults }) => faults.expect(/\/pkg\/plumbline\.js csp$/));

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
  const session = page.locator('article[aria-labelledby="session"]');
  await expect(session.getByRole('heading').first()).toHaveText(WHY_APP);
  await expect(session).toContainText('84%');
});

test('the review can be filtered', async ({ page }) => {
  await page.goto('/review');
  await page.getByRole('searchbox', { name: 'Search text' }).fill('no session says zyxwv');
  await page.getByRole('searchbox', { name: 'Search text' }).press('Enter');
  await expect(page).toHaveURL(/q=no/);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('No session matches these filters');
});

test('a session can be rated', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Complaints by product this year');
  const note = `Read on paper ${run.sessionId}`;
  await page.goto(`/review/${run.sessionId}`);
  const session = page.locator('article[aria-labelledby="session"]');
  await session.getByRole('radio', { name: 'Bad' }).check();
  await session.getByRole('checkbox', { name: 'unclear' }).check();
  await session.getByRole('checkbox', { name: 'too slow' }).check();
  await session.getByRole('textbox', { name: 'Note' }).fill(note);
  await session.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(new RegExp(`/review/${run.sessionId}$`));
  await expect(session.getByRole('listitem').filter({ hasText: note })).toContainText(/bad.*unclear, too slow/);
});
