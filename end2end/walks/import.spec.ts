// Importing one's own file in the browser: chosen, mapped, previewed, imported, and then found.
import { alive, open } from '../desk';
import { expect, test } from '../fixtures';

const FILE = {
  name: 'house-rules.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Heading,Words,Valid from\n' +
      'Umbrellas,"Umbrellas are lent at every counter, for a week.",2025-06-01\n' +
      'Bicycles,Bicycles may stand in the yard.,2025-06-02\n' +
      'Torn line,too few\n',
  ),
};

test('a file is mapped, looked at and imported beside the demo data', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import your own data' })).toBeVisible();
  await page.getByLabel(/Drop a file here/).setInputFiles(FILE);
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await expect(page.getByRole('heading', { name: 'house-rules.csv' })).toBeVisible();
  await alive(page);

  const look = () => page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByLabel('Each row is').selectOption('document');
  await look();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Title needed' }).selectOption('Heading');
  await page.getByRole('combobox', { name: 'Text needed' }).selectOption('Words');
  await look();
  const rows = page.getByRole('region', { name: 'First rows' });
  await expect(rows).toContainText('Umbrellas are lent at every counter');
  await page.getByLabel('Day', { exact: true }).selectOption('Valid from');
  await look();
  await expect(rows).toContainText('2025-06-02');
  await expect(page.getByText('Line 4: 2 fields where the header has 3')).toBeVisible();
  await alive(page);

  await page.getByLabel('Keep it, and add my data').check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'house-rules.csv is imported' })).toBeVisible();
  await expect(page.getByText('3 rows read: 2 new, 0 changed, 0 unchanged, 1 refused.')).toBeVisible();
  const list = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all refused rows' }).click();
  expect((await list).suggestedFilename()).toBe('refused.csv');
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await expect(page.getByRole('heading', { name: 'What do you want to know?' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the same forms do', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/import');
    await page.getByLabel(/Drop a file here/).setInputFiles(FILE);
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByLabel('Each row is').selectOption('document');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('combobox', { name: 'Title needed' }).selectOption('Heading');
    await page.getByRole('combobox', { name: 'Text needed' }).selectOption('Words');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await expect(page.getByRole('region', { name: 'First rows' })).toContainText('Bicycles');
    await page.getByLabel('Keep it, and add my data').check();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'house-rules.csv is imported' })).toBeVisible({ timeout: 100 });
    }).toPass();
  });
});
