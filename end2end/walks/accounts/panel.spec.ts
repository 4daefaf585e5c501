// The panel on a page of another site: asks for a person about one customer, without cookies of the desk.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { expect, test } from '../../fixtures';
import { PASSWORD } from '../../people';

const port = Number(process.env.PLUMBLINE_WALKS_PORT_CRM);
let crm: Server;
let html = '';

test.beforeAll(async () => {
  crm = createServer((_, reply) => reply.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  await new Promise<void>(done => crm.listen(port, '127.0.0.1', done));
});
test.afterAll(() => crm.close());

test('a page of another site shows the desk for one customer', async ({ page, browser, faults, baseURL }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Name').fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Account: ann' })).toBeVisible();
  const headers = { origin: baseURL! };
  const made = await page.request.post('/api/tokens', { headers, data: { name: 'crm', may: 'embed', days: 1 } });
  const key = (await made.json()).secret;
  const customer = 'cust-001';
  const other = await browser.newContext();
  await faults.watch(other);
  const panel = await other.request.post(`${baseURL}/api/embed`, {
    headers: { authorization: `Bearer ${key}` }, data: { person: 'ann', customer },
  });
  expect(panel.status()).toBe(200);
  const { token } = await panel.json();
  const example = await readFile('../server/examples/panel/index.html', 'utf8');
  html = example.slice(example.indexOf('-->') + 3).replaceAll('DESK', baseURL!).replaceAll('TOKEN', token);

  const desk = await other.newPage();
  await desk.goto(`http://127.0.0.1:${port}/`);
  const frame = desk.frameLocator('iframe[title="Plumbline"]');
  await frame.getByLabel('Question about this customer').fill('How many complaints were there?');
  await frame.getByLabel('Question about this customer').press('Enter');
  await expect(frame.locator('.answer')).toContainText('complaint');
  await expect(frame.getByText(/^Sources/)).toBeVisible();
  expect((await other.cookies()).length).toBe(0);

  // A site that is not listed cannot show it.
  faults.expect(/frame-ancestors/);
  faults.allow(/request failed|console error/);
  await desk.goto(`http://localhost:${port}/`);
  await expect(desk.locator('iframe')).toBeVisible();
  await expect(frame.getByLabel('Question about this customer')).toHaveCount(0);
  await other.close();
});
