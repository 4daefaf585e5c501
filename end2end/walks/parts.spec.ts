// The browser's module is loaded in parts. A page whose part is missing, as after an upgrade, comes from the server
// instead.
import { expect, test } from '../fixtures';

declare global {
  interface Window {
    stayed?: boolean;
  }
}

test('a page is opened within the first one, and asks for no document', async ({ page }) => {
  const fetched = page.waitForRequest(/split_figures\.wasm$/);
  await page.goto('/');
  await fetched;
  await page.evaluate(() => (window.stayed = true));
  await page.getByRole('link', { name: 'Analysis', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer sentiment');
  expect(await page.evaluate(() => window.stayed)).toBe(true);
});

test('a page whose part is gone comes from the server', async ({ page, faults }) => {
  faults.expect(/request failed: GET .*\/split_figures\.wasm/);
  faults.expect(/console error: .*(Failed to fetch|ERR_FAILED)/);
  await page.route(/split_figures\.wasm$/, route => route.abort());
  const fetched = page.waitForRequest(/split_figures\.wasm$/);
  await page.goto('/');
  await fetched;
  await page.evaluate(() => (window.stayed = true));
  await page.getByRole('link', { name: 'Analysis', exact: true }).click();
  await expect(page).toHaveURL(/\/analysis$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer sentiment');
  expect(await page.evaluate(() => window.stayed)).toBeUndefined();
});
