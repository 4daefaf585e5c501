// Narrow and wide, light and dark: no page is wider than its window. The screenshots are for inspection.
import type { Page, TestInfo } from '@playwright/test';
import { alive, answered, firstRecord, open, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';
import { overflowing } from '../look';

async function look(page: Page, name: string, info: TestInfo): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const path = info.outputPath(`${name}.png`);
  await page.screenshot({ path, fullPage: true });
  info.attachments.push({ name, path, contentType: 'image/png' });
  expect.soft(await overflowing(page), `${name} is wider than its window`).toEqual([]);
}

for (const [size, viewport] of [
  ['narrow', { width: 360, height: 740 }],
  ['wide', { width: 1440, height: 900 }],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('no page is wider than its window', async ({ page, faults }, info) => {
        // Many pages: on a busy machine each takes seconds.
        test.setTimeout(360_000);
        faults.expect(/404.*\/c\/none/);
        await open(page, '/');
        await look(page, 'desk', info);
        const run = await answered(page, WHY_APP);
        await look(page, 'conversation', info);

        await open(page, '/analysis?day=2026-01-16');
        await expect(page.getByRole('heading', { name: '16 January 2026, negative' })).toBeVisible();
        await look(page, 'analysis', info);
        for (const path of ['/settings', '/settings/mail', '/settings/sign-in', '/settings/words', '/settings/memory', '/settings/audit', '/settings/documents', '/settings/tools', '/settings/privacy', '/settings/sources', '/import', '/usage', '/watches']) {
          await open(page, path);
          await look(page, path.slice(1).replace('/', '-'), info);
        }
        await open(page, `/watches/new?run=${run.id}`);
        await look(page, 'watches-new', info);
        const begun = await page.request.post('/api/support/calls', { data: { phone: '+37060012345', language: 'lt' } });
        const call = (await begun.json()).sessionId;
        for (const message of ['Labas, neveikia internetas', 'Taip, teisingai']) {
          await page.request.post(`/api/support/calls/${call}/messages`, { data: { message } });
        }
        await open(page, '/support');
        await look(page, 'support', info);
        await open(page, `/support/${call}`);
        await look(page, 'support-call', info);
        await open(page, '/review');
        await look(page, 'review', info);
        await open(page, `/review/${run.sessionId}`);
        const session = page.locator('article[aria-labelledby="session"]');
        await expect(session.getByRole('heading', { name: WHY_APP })).toBeVisible();
        await expect(session).toContainText('84%');
        await look(page, 'review-session', info);
        await page.request.post('/admin/cases', { data: { runId: run.id, says: '84%' } });
        await page.request.post('/admin/cases/run', { data: {} });
        await open(page, '/quality');
        await look(page, 'quality', info);
        await open(page, `/runs/${run.id}/compare?with=${run.id}`);
        await look(page, 'two-runs', info);

        await open(page, `/records/communication/${firstRecord(run).id}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look(page, 'record', info);
        await page.goto('/c/none');
        await expect(page.getByRole('alert')).toBeVisible();
        await look(page, 'unknown', info);
      });
    });
  }
}

test('the theme can be chosen, and stays', async ({ page }) => {
  await open(page, '/');
  const theme = page.getByRole('button', { name: /^Theme/ });
  await theme.click();
  await theme.click();
  await expect(theme).toHaveAccessibleName('Theme: dark');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.reload();
  await alive(page);
  await expect(theme).toHaveAccessibleName('Theme: dark');
  expect(await paper()).toBe(dark);
  await theme.click();
  await theme.click();
  await expect.poll(paper).not.toBe(dark);
});
