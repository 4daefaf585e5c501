// The API description as a page: complete, and from this server alone.
import { expect, test } from '../fixtures';

test('the page lists every call, and asks no other host for anything', async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', request => hosts.add(new URL(request.url()).protocol === 'data:' ? baseURL! : new URL(request.url()).origin));
  const described = await (await page.request.get('/openapi.json')).json();
  const calls = Object.values(described.paths).flatMap(item => Object.keys(item as object)).length;

  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { name: /Plumbline/ })).toBeVisible();
  await expect(page.locator('.opblock')).toHaveCount(calls);

  const ask = page.locator('.opblock').filter({ hasText: 'Ask a question' }).first();
  await ask.locator('.opblock-summary').click();
  await expect(ask).toContainText('conversationHistory');

  const health = page.locator('.opblock').filter({ hasText: 'The health of the server' });
  await health.locator('.opblock-summary').click();
  await health.getByRole('button', { name: 'Try it out' }).click();
  await health.getByRole('button', { name: 'Execute' }).click();
  await expect(health.locator('.live-responses-table')).toContainText('databaseHealth');

  expect([...hosts]).toEqual([new URL(baseURL!).origin]);
});

test('the book is read from this server alone, from chapter to chapter', async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', request => hosts.add(new URL(request.url()).origin));
  await page.goto('/docs');
  await expect(page).toHaveURL(/introduction\.html$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.locator('main')).toContainText('search_knowledge_base');
  await page.getByRole('navigation').getByRole('link', { name: 'First five minutes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First five minutes');
  expect([...hosts]).toEqual([new URL(baseURL!).origin]);
});
