// Adding a source in the browser: an Excel file is dropped, its draft checked, put to use and asked; paused and removed.
import path from 'node:path';
import { alive, ask, open, turns } from '../desk';
import { expect, test } from '../fixtures';

// A merged title, the header in the third row, days, a column of card numbers, and a total.
const FILE = path.join(__dirname, '../files/winter.xlsx');

test('an Excel file becomes a source that questions use', async ({ page }) => {
  await open(page, '/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await page.getByLabel(/Drop a file here/).setInputFiles(FILE);
  await page.getByRole('button', { name: 'Upload and look at it' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'winter' })).toBeVisible();
  const state = page.getByRole('region', { name: 'State' });
  await expect(state.getByText('Draft', { exact: true })).toBeVisible();
  await expect(state.getByRole('row').filter({ hasText: 'footwear' })).toContainText('6');
  await expect(page.getByText(/Card number/).first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /card/i })).toHaveCount(0);
  await page.getByText('5 example rows').click();
  await expect(page.getByRole('region', { name: 'Rows of Footwear' })).toContainText('Vilnius');
  await page.getByLabel('Other words for quantity').fill('pairs');
  await page.getByLabel('Its rows are called').fill('boot sales');
  await page.getByRole('button', { name: 'Put to use' }).click();
  await expect(page.getByText('Saved. Questions can use this source')).toBeVisible();
  await expect(page.getByText('In use', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Declaration', { exact: true })).toHaveValue(/synonyms: \[pairs\]/);

  // The server opens it within moments.
  await expect(async () => {
    await open(page, '/settings/sources');
    await expect(page.getByRole('row').filter({ hasText: 'winter' })).toContainText('footwear', { timeout: 500 });
  }).toPass();
  await open(page, '/');
  await ask(page, 'total pairs by town in boot sales');
  await expect(turns(page).last()).toContainText('41');
  await alive(page);

  await open(page, '/settings/sources/winter');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. Questions no longer use this source.')).toBeVisible();
  await page.getByText('Remove this source').click();
  await page.getByRole('button', { name: 'Remove now' }).click();
  await expect(page.getByText('Removed. The database itself was not changed.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'winter' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an address that does not answer says what to do', async ({ page, faults }) => {
    faults.withoutScripts();
    faults.expect(/status 400: .*\/desk\/sources/);
    faults.allow(/status of 400 .*\/desk\/sources/);
    await page.goto('/settings/sources');
    await page.getByLabel('Address').fill('postgres://reader:wrong-secret@127.0.0.1:1/shop');
    await page.getByLabel('User').fill('ana');
    await page.getByRole('button', { name: 'Connect and look at it' }).click();
    await expect(page.getByText(/Check host and port/)).toBeVisible();
    await expect(page.getByText('wrong-secret')).toHaveCount(0);
    // The form is there again, with what was typed and the reason at its field.
    await expect(page.getByLabel('Address')).toHaveValue('postgres://reader@127.0.0.1:1/shop');
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Check host and port/);
    await expect(page.getByLabel('User')).toHaveValue('ana');
  });
});
