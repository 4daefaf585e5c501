// External tools on their page: an API is added by its description, its tools are switched, and it is removed.
import { open } from '../desk';
import { expect, test } from '../fixtures';

// Whatever is added holds for the whole desk: nothing here calls it.
const DESCRIPTION = `openapi: 3.1.0
info: {title: Wharf, version: '1'}
servers: [{url: 'http://127.0.0.1:9/v1'}]
paths:
  /berths: {get: {operationId: listBerths, summary: Lists the berths of the wharf.}}
  /berths/book: {post: {operationId: bookBerth, summary: Books a berth.}}
`;
const file = { name: 'wharf.yaml', mimeType: 'application/yaml', buffer: Buffer.from(DESCRIPTION) };

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts });
    test.beforeEach(({ faults }) => {
      if (!scripts) faults.withoutScripts();
    });

    test('an API is added, its tools are switched, it is paused and removed', async ({ page }) => {
      const name = scripts ? 'wharf' : 'wharf_plain';
      const visit = (path: string) => (scripts ? open(page, path) : page.goto(path));
      await visit('/settings/tools');
      await expect(page.getByText('can only be declared in plumbline.toml')).toBeVisible();
      const form = page.getByRole('region', { name: 'Add an API' });
      await form.getByLabel('Name', { exact: true }).fill(name);
      await form.getByLabel('Or upload it').setInputFiles(file);
      await form.getByLabel('Key', { exact: true }).fill('k3y-of-the-wharf-0123');
      await form.getByRole('button', { name: 'Add and connect' }).click();
      await expect(page.getByRole('heading', { name: 'Added' })).toBeVisible();

      const origin = page.getByRole('article', { name, exact: true });
      await expect(origin).toContainText('Ready');
      await expect(origin).toContainText('2 of 2 tools in use');
      expect(await page.content()).not.toContain('k3y-of-the-wharf');
      await expect(origin.getByLabel('Use of listBerths')).toHaveValue('acts');
      await origin.getByLabel('Use of listBerths').selectOption('Only reads');
      await origin.getByLabel('Use of bookBerth').selectOption('Off');
      await origin.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: /^Saved/ })).toBeVisible();
      await expect(origin.getByLabel('Use of listBerths')).toHaveValue('reads');
      await expect(origin).toContainText('1 of 2 tools in use');
      const tools = await (await page.request.get('/api/research/tools')).json();
      const used = tools.items.filter((tool: { name: string }) => tool.name.startsWith(`${name}_`));
      expect(used.map((tool: { name: string; acts: boolean }) => [tool.name, tool.acts])).toEqual([[`${name}_listBerths`, false]]);

      await origin.getByRole('button', { name: `Pause ${name}` }).click();
      await expect(origin).toContainText('Paused');
      await origin.getByRole('button', { name: `Resume ${name}` }).click();
      await expect(origin).toContainText('Ready');
      await origin.getByText('Remove', { exact: true }).click();
      await origin.getByRole('button', { name: `Remove ${name} for good` }).click();
      await expect(page.getByRole('heading', { name: 'Removed' })).toBeVisible();
      await expect(origin).toHaveCount(0);
    });
  });
}
