// With a model: a page under the answer shows every request that left this machine, with its recipient and its verbatim
// text.
import { answeredElsewhere, open } from '../../desk';
import { expect, test } from '../../fixtures';

test('every request that left for an answer is shown as it was sent', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Why are customers complaining about the mobile app?');
  await open(page, `/runs/${run.id}/sent`);
  await expect(page.locator('.sent-summary')).toContainText(/\d+ requests to 127\.0\.0\.1:\d+ \(openai\/gpt-4\.1-mini\), [\d,]+ tokens\./);
  await expect(page.locator('.sent-summary')).toContainText('Stand-ins were off');
  const cards = page.locator('.sent-request');
  expect(await cards.count()).toBeGreaterThan(2);
  const first = cards.first();
  await expect(first).toContainText('Holds: system, user.');
  await expect(first.locator('.sent-text').first()).toBeHidden();
  await first.getByText('Show the text as it was sent').click();
  await expect(first.locator('.sent-text').first()).toBeVisible();
  await expect(first.locator('.sent-text').filter({ hasText: 'complaining about the mobile app' }).first()).toBeVisible();
});
