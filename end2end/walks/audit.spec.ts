// The audit log: a person's actions are recorded, filtered, linked to their subjects, and exported as a file.
import { answeredElsewhere, open } from '../desk';
import { expect, test } from '../fixtures';

test('a question is found in the log, and leads back to its conversation', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  await open(page, '/settings/words');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  const filter = page.getByRole('search', { name: 'Filter the audit log' });
  await filter.getByLabel('Action').selectOption('asked');
  await filter.getByLabel('About').fill(`run:${run.id}`);
  await filter.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/action=asked/);
  const row = page.getByRole('row').filter({ hasText: run.id });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('local');
  await expect(row).not.toContainText('breached');
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute('href', /\/api\/audit\.csv\?action=asked&what=run/);

  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/c/${run.sessionId}`));
});

test('the file holds what the filter leaves', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  const reply = await page.request.get(`/api/audit.csv?what=run:${run.id}`);
  expect(reply.status()).toBe(200);
  const lines = (await reply.text()).trim().split('\n');
  expect(lines[0]).toBe('time,who,action,what,detail,address,channel,token,records');
  expect(lines).toHaveLength(2);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ faults }) => {
    faults.withoutScripts();
  });

  test('the form filters, too', async ({ page }) => {
    const run = await answeredElsewhere(page, 'How many cases breached SLA?');
    await page.goto('/settings/audit');
    await page.getByLabel('About').fill(`run:${run.id}`);
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByRole('row').filter({ hasText: run.id })).toHaveCount(1);
  });
});
