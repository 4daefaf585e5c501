// The firm's documents: files are uploaded, read, found by a test of search, and deleted.
import { open } from '../desk';
import { expect, test } from '../fixtures';

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('files are uploaded, found by the test of search, and deleted', async ({ page }) => {
  await open(page, '/settings/words');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();

  await page.getByLabel('Drop files here, or choose them').setInputFiles([
    text('quokka-terms.md', '# Quokka terms\nA quokka is insured for one season.\n\n## Quokka fees\nNine euros.'),
    text('quokka.doc', 'Not read.'),
  ]);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page).toHaveURL(/upload=/);
  const report = page.getByRole('region', { name: 'Your upload' });
  await expect(report.getByRole('listitem').filter({ hasText: 'quokka-terms.md' })).toContainText(/added|unchanged|replaced/);
  const refused = report.getByRole('listitem').filter({ hasText: 'quokka.doc' });
  await expect(refused).toContainText('not added');
  await expect(refused).toContainText('can be read');

  const filter = page.getByRole('search', { name: 'Filter the documents' });
  await filter.getByLabel('Title or id').fill('quokka');
  await filter.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/text=quokka/);
  const row = page.getByRole('row').filter({ hasText: 'Quokka terms' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Added here');
  await expect(row).toContainText('by keywords');

  const search = page.getByRole('search', { name: 'Test the search' });
  await search.getByLabel('Question or words').fill('quokka insured');
  await search.getByRole('button', { name: 'Search' }).click();
  const hits = page.getByRole('region', { name: 'Passages found, best first' });
  await expect(hits.getByRole('row').nth(1)).toContainText('A quokka is insured for one season.');
  await expect(hits.getByRole('row').nth(1)).toContainText('quokka, insured');

  await hits.getByRole('link', { name: /Quokka terms/ }).first().click();
  await expect(page).toHaveURL(/records\/document\/file-quokka-terms-md/);
  await open(page, '/settings/documents?text=quokka');
  await row.getByRole('button', { name: 'Index “Quokka terms” again' }).click();
  await expect(page.getByRole('heading', { name: 'Indexing again' })).toBeVisible();

  await open(page, '/settings/documents?text=quokka');
  await row.getByText('Delete', { exact: true }).click();
  await row.getByRole('button', { name: 'Delete “Quokka terms” for good' }).click();
  await expect(page.getByRole('heading', { name: 'Document deleted' })).toBeVisible();
  await open(page, '/settings/documents?text=quokka');
  await expect(page.getByText('No document matches these filters.')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ faults }) => {
    faults.withoutScripts();
  });

  test('a file is uploaded and deleted, too', async ({ page }) => {
    await page.goto('/settings/documents');
    await page.getByLabel('Drop files here, or choose them').setInputFiles(text('numbat.txt', 'The numbat rule holds on Sundays.'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'numbat.txt' })).toContainText(/added|unchanged/, { timeout: 15_000 });
    await page.goto('/settings/documents?text=numbat');
    const row = page.getByRole('row').filter({ hasText: 'numbat' });
    await row.getByText('Delete', { exact: true }).click();
    await row.getByRole('button', { name: 'Delete “numbat” for good' }).click();
    await expect(page.getByText('Document deleted')).toBeVisible();
  });
});
