// Two of the firm's sources compared, on their page and at the desk.
import { answered, open } from '../desk';
import { expect, test } from '../fixtures';

test('sources are compared, drilled into by link, and asked about', async ({ page }) => {
  await open(page, '/compare?a=fi_reporting&b=bpc_reporting&measure=amount&by=company,period');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Good alignment (96.7%)');
  await page.getByRole('link', { name: '1 major' }).click();
  const rows = page.locator('.compare-table tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('the difference of 8,000 is more than 5,000');
  await rows.first().getByRole('link', { name: '1001' }).click();
  await expect(page).toHaveURL(/f\.company=1001/);
  await expect(rows).toHaveCount(18);
  const run = await answered(page, 'Compare amounts between fi_reporting and bpc_reporting');
  expect(run.answer!.text).toContain('1 row with major difference');
});
