// On this machine, while there are no accounts: the bar says so, and the account page explains it.
import { open } from '../desk';
import { expect, test } from '../fixtures';
import { clean, overflowing } from '../look';

test('without accounts nobody signs in, and the page says how to make the first one', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Account: Local, no sign-in' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local, no sign-in');
  await expect(page.getByRole('main')).toContainText('every user of this machine may do everything here');
  await expect(page.getByRole('note')).toContainText('plumbline user add');

  await open(page, '/sign-in');
  await expect(page.getByRole('note')).toContainText('There is no account yet');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test('no fault that axe finds, and no page wider than its window', async ({ page }) => {
  test.setTimeout(180_000);
  for (const path of ['/account', '/accounts']) {
    await clean(page, path);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, path);
      expect(await overflowing(page), `${path} at ${width}`).toEqual([]);
    }
  }
});
