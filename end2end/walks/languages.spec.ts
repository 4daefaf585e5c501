// The language of the pages: as the browser requests, as chosen, and no missing texts once scripts run.
import type { Page } from '@playwright/test';
import { open } from '../desk';
import { expect, test } from '../fixtures';

const PAGES = ['/', '/analysis', '/compare', '/pipeline', '/support', '/review', '/quality', '/usage', '/settings', '/settings/mail', '/settings/sign-in', '/settings/words',
  '/settings/memory', '/settings/privacy', '/settings/audit', '/settings/sources', '/settings/documents', '/settings/tools', '/import', '/accounts', '/account'];

/** Texts that nobody wrote: a name from the files where its text should stand. */
async function unnamed(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const names = /\b(?:accounts|analysis|answer|beside|chart|compare|desk|frame|home|import|pipeline|rail|record|review|settings?|setup|support|timeline|usage)-[a-z]+(?:-[a-z]+)*\b/g;
  return text.match(names) ?? [];
}

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('reads the pages in German, with numbers and dates as there', async ({ page }) => {
    for (const path of PAGES) {
      await open(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toContainText('Einstellungen');
      expect(await unnamed(page), path).toEqual([]);
    }
  });

  test('takes the language that is chosen, and keeps it', async ({ page }) => {
    await open(page, '/account');
    await page.getByLabel('Sprache').selectOption('lt');
    await page.getByRole('button', { name: 'Anwenden' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
    await open(page, '/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
    await expect(page.getByRole('navigation', { name: 'Pagrindinis meniu' })).toContainText('Nustatymai');
    // Without a model, questions must be in English, and the page says so.
    await expect(page.locator('main')).toContainText('angliški klausimai');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'lt-LT' });

  test('a Lithuanian browser reads and chooses', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/account');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
    await page.getByLabel('Kalba').selectOption('en');
    await page.getByRole('button', { name: 'Taikyti' }).click();
    await expect(page.getByLabel('Language')).toHaveValue('en');
  });
});
